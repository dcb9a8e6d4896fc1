// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
import CoatcheckOAuth

extension ClientContext {
  /// The accepted signature algorithms of authorization responses in a JWT.
  ///
  /// JARM §3: "authorization_signed_response_alg […] The default, if omitted, is RS256."
  private var responseAlgorithms: Set<SignatureAlgorithm> {
    if let agreed = runtime.profile.responseAlgorithms { return agreed }
    let listed = (metadata.authorizationResponseSigningAlgorithms ?? [])
      .compactMap(SignatureAlgorithm.init)
    return listed.isEmpty ? [.rs256] : Set(listed)
  }

  /// Verifies and reads an authorization response in a JWT.
  ///
  /// - Throws: `unreadable` when the response is invalid: nothing was sent to the token endpoint;
  ///   `refused` when the authorization server refuses; what fetching the keys throws.
  func reply(
    in response: Secret, to transaction: AuthorizationTransaction
  ) async throws(OAuthError) -> AuthorizationReply {
    guard let jwksURI = metadata.jwksURI else {
      throw .unreadable(
        .metadataMalformed, "The authorization server publishes no keys for its responses.",
        parameter: "jwks_uri")
    }
    var check = IDTokenCheck(keys: runtime.keys, jwksURI: jwksURI)
    check.decryption = runtime.profile.responseDecryption
    let verified: VerifiedJWT
    do throws(OAuthError) {
      verified = try await check.verified(response, accepting: responseAlgorithms)
    } catch  where error.code == .idTokenInvalid {
      throw Self.refused("its envelope or its signature is wrong, or of another algorithm or key")
    }
    return try transaction.reply(
      from: verified, at: runtime.serverTime, leeway: runtime.clockTolerance)
  }

  private static func refused(_ reason: String) -> OAuthError {
    .unreadable(
      .callbackMalformed, "The response of the issuer is refused: \(reason).", parameter: "response"
    )
  }
}
