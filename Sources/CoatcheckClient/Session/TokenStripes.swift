// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth
import Synchronization
import CoatcheckFoundation
#if canImport(Glibc)
  import Glibc
#endif

/// The access token in several copies, for threads that read it at the same time.
///
/// A single lock around a single copy is passed on from processor to processor for each call, and
/// the count of the copy's owners as well: that costs several times as much as the rest of the
/// call.
final class TokenStripes: Sendable {
  /// What one thread sees.
  private struct Content {
    var snapshot: Snapshot
    var token: Secret?
  }

  /// One copy, and enough room around it that no other one is in the same line of a processor's
  /// cache.
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

  /// The token if it is good at this moment by both clocks; nil when it is about to end, or the
  /// session is over.
  func fresh(_ wall: Date, _ steady: Duration) -> Secret? {
    stripes[Self.mine].content.withLock { content in
      content.snapshot.isSpent(wall, steady) ? nil : content.token
    }
  }

  /// Puts another token in place.
  func replace(_ snapshot: Snapshot) {
    for stripe in stripes {
      let content = Self.content(snapshot)
      stripe.content.withLock { $0 = content }
    }
  }

  /// Hands out no token any more.
  func close() {
    for stripe in stripes { stripe.content.withLock { $0.token = nil } }
  }

  /// A copy that shares no storage with any other.
  private static func content(_ snapshot: Snapshot) -> Content {
    let token = snapshot.stored.accessToken.reveal()
    return Content(
      snapshot: snapshot, token: Secret(String(decoding: Array(token.utf8), as: UTF8.self)))
  }

  /// Threads that were started one after the other lie at equal distances, a little more than a
  /// power of two, so that the lowest bits of the page tell neighbours apart.
  private static var mine: Int {
    #if canImport(Glibc)
      Int(truncatingIfNeeded: pthread_self() >> 12) & (count - 1)
    #else
      0
    #endif
  }
}
