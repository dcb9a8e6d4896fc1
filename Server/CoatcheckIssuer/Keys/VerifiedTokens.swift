// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth
import Synchronization

/// Caches access tokens whose signatures one ``KeyRing`` has verified: a client presents the same token
/// many times.
///
/// Only the signature and the claims are cached; whether the token has expired or was revoked is checked
/// each time. The key is the digest of the token. The cache holds at most twice ``limit`` tokens; the
/// oldest are dropped, and verified again.
final class VerifiedTokens: Sendable {
  static let limit = 1_000

  private struct Key: Hashable {
    let digest: TokenDigest
    let issuer: String
  }

  private let known = Mutex(RecentValues<Key, AccessToken>(limit: limit))

  /// The cached token, or the result of `verifying`. An invalid token is not cached.
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
