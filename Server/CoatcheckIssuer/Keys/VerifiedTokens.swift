// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth
import Synchronization

/// The access tokens whose signatures one ring of keys verified lately: a client presents the same token many times.
///
/// What a token says does not change, so that it is remembered; whether it has expired, or was revoked, is asked
/// each time. A token that another ring verified is not known here. Twice ``limit`` of them are remembered at most,
/// by their digests; the oldest ones are forgotten, and verified again.
final class VerifiedTokens: Sendable {
  static let limit = 1_000

  private struct Key: Hashable {
    let digest: TokenDigest
    let issuer: String
  }

  private let known = Mutex(RecentValues<Key, AccessToken>(limit: limit))

  /// A token that was verified before, or else what verifying it yields. What is not valid is not remembered.
  func token(
    _ presented: Secret, of issuer: Issuer, verifying: () -> AccessToken?
  ) -> AccessToken? {
    let key = Key(digest: TokenDigest(of: presented), issuer: issuer.text)
    if let token = known.withLock({ $0.use(key) }) { return token }
    guard let token = verifying() else { return nil }
    known.withLock { $0[key] = token }
    return token
  }
}
