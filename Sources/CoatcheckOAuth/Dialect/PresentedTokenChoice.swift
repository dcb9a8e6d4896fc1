// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
import CoatcheckFoundation

/// Which token of a token response is sent to the provider's services.
public enum PresentedTokenChoice: String, Sendable, Hashable, CaseIterable {
  /// The access token, as in [RFC 6749 §7](https://www.rfc-editor.org/rfc/rfc6749#section-7).
  case own
  /// The ID token; the response has no access token. Seen at IDaaS.
  case idToken = "id_token"
}

extension Expiry {
  /// How long an ID token lasts that is presented as an access token: from its `iat` to its `exp`.
  ///
  /// Nothing is decided by it but when to ask for the next one, as by `expires_in`, which comes by the same
  /// reply and is not signed either. The difference counts and not the time, since this machine's clock may be
  /// wrong. Nil when the token does not say.
  init?(ofIDToken token: Secret, at receivedAt: Date) {
    guard let token = try? UnverifiedJWT(token.reveal()),
      let claims = try? token.unverifiedClaimsForDisplay(),
      let issued = claims["iat"]?.doubleValue, let end = claims["exp"]?.doubleValue,
      case let lifetime = end - issued, (0...Self.maximumLifetime).contains(lifetime)
    else { return nil }
    self = .at(receivedAt.addingTimeInterval(lifetime))
  }
}
