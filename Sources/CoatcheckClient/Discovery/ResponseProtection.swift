// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth

/// The form of the responses that the client is registered for. A response in another form is refused.
public enum ResponseProtection: Sendable {
  /// JSON, protected by TLS alone.
  case plain
  /// A JWT that is signed by one of these algorithms (`…_signed_response_alg`).
  case signed(Set<SignatureAlgorithm>)
  /// A JWT that is signed by one of these algorithms and then encrypted for the client
  /// (`…_encrypted_response_alg`).
  case encrypted(Set<SignatureAlgorithm>, TokenDecryption)

  /// The accepted signature algorithms and the decryption of a JWT response; nil for JSON.
  var signing: (algorithms: Set<SignatureAlgorithm>, decryption: TokenDecryption?)? {
    switch self {
    case .plain: nil
    case .signed(let algorithms): (algorithms, nil)
    case .encrypted(let algorithms, let decryption): (algorithms, decryption)
    }
  }
}

extension KeySetCache {
  /// Decrypts a response that is a JWT, and verifies its signature. Its claims still have to be checked
  /// against `SignedResponseRules`.
  ///
  /// - Throws: `unreadable`, `signedAnswerInvalid`, when nothing in it may be used; else what
  ///   fetching the keys threw.
  func verified(
    answer jwt: Secret, at jwksURI: Endpoint?, accepting algorithms: Set<SignatureAlgorithm>,
    openedBy decryption: TokenDecryption?
  ) async throws(OAuthError) -> VerifiedJWT {
    guard let jwksURI else {
      throw .unreadable(
        .metadataMalformed, "The authorization server publishes no keys for its responses.",
        parameter: "jwks_uri")
    }
    // OIDC Core §5.3.2: "If both signing and encryption are requested, the response MUST be signed
    // then encrypted". Any party can make a JWT that is only encrypted.
    var check = IDTokenCheck(keys: self, jwksURI: jwksURI)
    check.decryption = decryption
    do throws(OAuthError) {
      return try await check.verified(jwt, accepting: algorithms)
    } catch  where error.code == .idTokenInvalid {
      throw .unreadable(
        .signedAnswerInvalid,
        "The encryption, the signature or the form of the response is invalid.")
    }
  }
}
