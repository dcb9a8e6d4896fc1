// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckOAuth
import CryptoExtras
import Foundation

/// The text that a client encrypted with its application's public key:
/// `session_token=…&timestamp=…&nonce=…`.
///
/// The document calls it a signature, but any holder of the public key can make one. It hides the session
/// token from an observer, and the same text is refused a second time.
struct SignedRefresh {
  let sessionToken: Secret
  let timestamp: Date
  let nonce: String

  /// The maximum difference of the client's clock, in seconds.
  static let tolerance: TimeInterval = 300

  /// Decrypts a signature.
  ///
  /// - Throws: `privateKeyMissing` when the application has no RSA key; `signatureUnreadable`.
  init(_ signature: String, for application: TenantApplication) throws(Refusal) {
    let key = try Self.key(of: application)
    guard let sealed = Data(base64Encoded: signature),
      let bytes = try? key.decrypt(sealed, padding: .PKCS1_OAEP_SHA256),
      let parameters = try? Parameters(bytes: bytes),
      let token = parameters["session_token"], let nonce = parameters["nonce"],
      let text = parameters["timestamp"], let time = Int64(text)
    else { throw Self.bad }
    sessionToken = Secret(token)
    // Seconds; milliseconds are accepted too, since `server-date` returns them.
    timestamp = Date(
      timeIntervalSince1970: time > 100_000_000_000 ? Double(time) / 1000 : Double(time))
    self.nonce = nonce
  }

  /// The application's public key: base64 of its SubjectPublicKeyInfo.
  ///
  /// - Throws: `privateKeyMissing`.
  static func publicKey(of application: TenantApplication) throws(Refusal) -> String {
    try key(of: application).publicKey.derRepresentation.base64EncodedString()
  }

  static let bad = Refusal(.signatureUnreadable, detail: .signatureBad)

  private static func key(
    of application: TenantApplication
  ) throws(Refusal) -> _RSA.Encryption.PrivateKey {
    guard let pem = application.privateKey,
      let key = try? _RSA.Encryption.PrivateKey(pemRepresentation: pem.reveal())
    else { throw Refusal(.privateKeyMissing) }
    return key
  }
}

extension IDaaSServer {
  /// Refreshes in signed mode.
  func signedRefresh(
    _ signature: String, _ context: CallContext
  ) async throws -> RefreshedSession {
    let signed = try SignedRefresh(signature, for: context.application)
    let away = abs(signed.timestamp.timeIntervalSince(context.now))
    guard away <= SignedRefresh.tolerance else { throw SignedRefresh.bad }
    // Remembered until its timestamp is refused.
    let end = context.now.addingTimeInterval(2 * SignedRefresh.tolerance + 1)
    guard
      try await store.insertOnce(
        namespace: "idaas-signature", key: context.application.id + " " + signed.nonce,
        expiresAt: end, at: context.now)
    else { throw SignedRefresh.bad }
    return try await refresh(signed.sessionToken, audience: nil, context)
  }

  /// Refreshes without a signature, if the application does not require one.
  func plainRefresh(
    _ token: Secret, audience: String?, _ context: CallContext
  ) async throws -> RefreshedSession {
    guard !context.application.wantsSignatures else { throw SignedRefresh.bad }
    return try await refresh(token, audience: audience, context)
  }
}
