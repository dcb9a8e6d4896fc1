// SPDX-License-Identifier: Apache-2.0
import CoatcheckServer
import HTTPTypes
import Synchronization

/// Answers requests for metadata and `/livez` at once, and delays all others until the seed is applied:
/// hashing the passwords of a seed must not delay the start. If it is not applied, they receive 503.
enum Gate {
  static func responder(
    _ inner: @escaping Responder, until preparation: Task<Void, any Error>
  ) -> Responder {
    let opened = Opened()
    return { request in
      let path = request.head.path ?? ""
      if !opened.isOpen, !path.contains("/.well-known/"), !path.hasSuffix("/livez") {
        // If the preparation fails or is cancelled, the process ends.
        guard case .success = await preparation.result else {
          return ServedResponse(head: .init(status: .serviceUnavailable))
        }
        opened.open()
      }
      return await inner(request)
    }
  }

  /// Whether the preparation has ended, for all requests after it.
  private final class Opened: Sendable {
    private let value = Atomic(false)
    var isOpen: Bool { value.load(ordering: .acquiring) }
    func open() { value.store(true, ordering: .releasing) }
  }
}
