// SPDX-License-Identifier: Apache-2.0
import CoatcheckServer
import HTTPTypes
import Synchronization

/// Lets public documents through at once, and everything else once the seed is applied: hashing
/// the passwords of a seed must not hold up the first answer.
enum Gate {
  static func responder(
    _ inner: @escaping Responder, until preparation: Task<Void, any Error>
  ) -> Responder {
    let opened = Opened()
    return { request in
      let path = request.head.path ?? ""
      if !opened.isOpen, !path.contains("/.well-known/"), !path.hasSuffix("/livez") {
        // When it fails the whole process ends; until then the answer does not matter.
        _ = await preparation.result
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
