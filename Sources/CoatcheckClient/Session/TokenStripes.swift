// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth
import Synchronization
import CoatcheckFoundation
#if canImport(Glibc)
  import Glibc
#endif

/// The access token in several copies, for threads that read it at the same time.
///
/// With a single copy behind a single lock, the lock and the reference count of the copy would move
/// from processor to processor with each call, which costs several times as much as the rest of the
/// call.
final class TokenStripes: Sendable {
  /// The content of one copy.
  private struct Content {
    var snapshot: Snapshot
    var token: Secret?
  }

  /// One copy, padded so that no two copies share a line of a processor's cache.
  private final class Stripe: Sendable {
    let content: Mutex<Content>
    private let room: (Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64) = (
      0, 0, 0, 0, 0, 0, 0, 0
    )

    init(_ content: Content) { self.content = Mutex(content) }
  }

  private static let count = 4
  private let stripes: [Stripe]

  init(_ snapshot: Snapshot) {
    stripes = (0..<Self.count).map { _ in Stripe(Self.content(snapshot)) }
  }

  /// The token if it is valid by both clocks; nil when it is about to expire, or the session has ended.
  func fresh(_ wall: Date, _ steady: Duration) -> Secret? {
    stripes[Self.mine].content.withLock { content in
      content.snapshot.isSpent(wall, steady) ? nil : content.token
    }
  }

  /// Replaces the token in all copies.
  func replace(_ snapshot: Snapshot) {
    for stripe in stripes {
      let content = Self.content(snapshot)
      stripe.content.withLock { $0 = content }
    }
  }

  /// Removes the token from all copies, when the session has ended.
  func close() {
    for stripe in stripes { stripe.content.withLock { $0.token = nil } }
  }

  /// A copy that shares no storage with any other.
  private static func content(_ snapshot: Snapshot) -> Content {
    let token = snapshot.stored.accessToken.reveal()
    return Content(
      snapshot: snapshot, token: Secret(String(decoding: Array(token.utf8), as: UTF8.self)))
  }

  /// The index of the copy for this thread. The stacks of threads that were started one after another
  /// are a little more than a power of two apart, so the lowest bits of the page number distinguish
  /// them.
  private static var mine: Int {
    #if canImport(Glibc)
      Int(truncatingIfNeeded: pthread_self() >> 12) & (count - 1)
    #else
      0
    #endif
  }
}
