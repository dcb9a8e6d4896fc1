// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth

extension AuthorizationServer {
  /// Checks what a client signed with the keys it registered.
  ///
  /// Keys at an address are fetched again for a signature by a key that is not among them: "The verifier
  /// knows to go back to the jwks_uri location to re-retrieve the keys when it sees an unfamiliar kid
  /// value." [OIDC Core §10.1.1](https://openid.net/specs/openid-connect-core-1_0.html#RotateSigKeys)
  ///
  /// - Parameters:
  ///   - client: Whose keys count.
  ///   - keyID: The `kid` in what it signed.
  ///   - check: Verifies it; called again with other keys when it throws. It must change nothing.
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
