// SPDX-License-Identifier: Apache-2.0
import HTTPTypes
import Synchronization

/// The responder of a listener, which exists only once the port is bound. Requests that come earlier receive
/// 503.
final class OpenedResponder: Sendable {
  /// A function as the value of a `Mutex` is wrapped once more by each access, so that each request would be
  /// slower than the one before.
  private struct Inner {
    let respond: StreamingResponder
  }

  private let inner = Mutex<Inner?>(nil)

  func open(_ responder: @escaping StreamingResponder) {
    inner.withLock { $0 = Inner(respond: responder) }
  }

  func respond(to request: ServedRequest) async -> StreamingServedResponse {
    guard let inner = inner.withLock({ $0 }) else {
      return .whole(ServedResponse(head: .refusal(.serviceUnavailable)))
    }
    return await inner.respond(request)
  }
}
