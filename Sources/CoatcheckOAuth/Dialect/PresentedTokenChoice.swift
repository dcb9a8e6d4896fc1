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
  /// The expiry of an ID token that is presented as an access token: its lifetime, from `iat` to `exp`,
  /// counts from the time at which it was received. Nil when the token does not state it.
  ///
  /// The signature is not verified: like `expires_in`, the expiry determines only when the client requests
  /// the next token. `exp` is not compared with the clock of this machine, which may be wrong.
  init?(ofIDToken token: Secret, at receivedAt: Date) {
    guard let token = try? UnverifiedJWT(token.reveal()),
      let claims = try? token.unverifiedClaimsForDisplay(),
      let issued = claims["iat"]?.doubleValue, let end = claims["exp"]?.doubleValue,
      case let lifetime = end - issued, (0...Self.maximumLifetime).contains(lifetime)
    else { return nil }
    self = .at(receivedAt.addingTimeInterval(lifetime))
  }
}
