// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth

extension AuthorizationServer {
  /// Verifies a signature of a client with the keys that it registered.
  ///
  /// Keys at a `jwks_uri` are fetched again when the signature names a key that is not among them: "The
  /// verifier knows to go back to the jwks_uri location to re-retrieve the keys when it sees an unfamiliar
  /// kid value." [OIDC Core §10.1.1](https://openid.net/specs/openid-connect-core-1_0.html#RotateSigKeys)
  ///
  /// - Parameters:
  ///   - client: The client that signed.
  ///   - keyID: The `kid` of the signed JWT.
  ///   - check: Verifies the signature. It is called again with the new keys when it throws, so that it
  ///     must not change anything.
  /// - Throws: `invalid_client` when the client has no keys or they cannot be fetched; what `check` threw.
  func verified<Result: Sendable>(
    by client: RegisteredClient, keyID: String?,
    _ check: (VerificationKeySet) throws -> Result
  ) async throws -> Result {
    guard let keys = await clientKeys.keys(of: client, by: self) else {
      throw OAuthError.refused(
        .invalidClient, "The client has registered no keys, or they cannot be fetched.")
    }
    do {
      return try check(keys)
    } catch {
      // A key without `kid` cannot be identified: it may be a new one.
      let isKnown = keyID.map(keys.keyIDs.contains) ?? false
      guard !isKnown, let fresh = await clientKeys.renewed(of: client, by: self) else {
        throw error
      }
      return try check(fresh)
    }
  }
}
