// SPDX-License-Identifier: Apache-2.0

public import CoatcheckIDaaSProtocol
public import CoatcheckOAuth
import CryptoExtras
import CoatcheckFoundation

/// The refresh in signed mode, in which the session token is encrypted with the application's public key.
extension IDaaS {
  /// Requests the next ID token from a tenant that requires the session token to be encrypted with the
  /// application's public key.
  ///
  /// The tokens are not stored: a `Session` is refreshed without this encryption.
  ///
  /// - Parameter sessionToken: The newest session token.
  /// - Throws: `unreadable` when the application's public key cannot be used, or the ID token is invalid;
  ///   otherwise as ``perform(_:)``.
  public func signedRefresh(
    _ sessionToken: Secret
  ) async throws(OAuthError) -> RefreshedTokens {
    let seal = try await self.seal(of: sessionToken, with: perform(PublicKeyCall()))
    let fresh = try await perform(SignedRefreshIDToken(signature: seal))
    do throws(IDTokenRefusal) {
      _ = try await verify(fresh.idToken)
    } catch {
      throw error.error
    }
    return fresh
  }

  /// The session token, the time and a nonce, encrypted with the application's public key.
  private func seal(of token: Secret, with key: String) throws(OAuthError) -> String {
    let plain: Parameters = [
      "session_token": token.reveal(),
      "timestamp": "\(Int(environment.now().timeIntervalSince1970.rounded(.down)))",
      "nonce": environment.token(bytes: 16),
    ]
    do {
      guard let der = Data(base64Encoded: key) else { throw Self.badKey }
      let key = try _RSA.Encryption.PublicKey(derRepresentation: der)
      let sealed = try key.encrypt(Data(plain.encoded.utf8), padding: .PKCS1_OAEP_SHA256)
      return sealed.base64EncodedString()
    } catch {
      throw Self.badKey
    }
  }

  private static let badKey = OAuthError.unreadable(
    .replyMalformed, "The application's public key cannot be used.", parameter: "public_key")
}
