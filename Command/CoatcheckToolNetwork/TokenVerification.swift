// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckCommand
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation

/// The result of a verification: the issuer has signed the token, and the token is valid now.
struct TokenVerification {
  let issuer: Issuer
  let keyID: String?

  /// One line for the user.
  var sentence: String {
    let key = keyID.map { " with its key \(UntrustedText.printable($0))" } ?? ""
    return "verified: \(issuer.text) signed this token\(key), and it is valid now"
  }

  /// Fetches the issuer's metadata and keys, and checks the token with them.
  ///
  /// - Throws: A failure with ``ExitStatus/unusable`` if a check fails; what the transport throws
  ///   if the issuer is not reached.
  init(
    of compact: String, by issuer: Issuer, transport: any HTTPTransport,
    environment: RuntimeEnvironment
  ) async throws {
    let token = try UnverifiedJWT(compact)
    let metadata = try await transport.perform(
      DiscoveryExchange(issuer: issuer), limit: .metadata, environment: environment)
    guard let address = metadata.jwksURI else {
      throw CommandFailure(.unusable, "the issuer publishes no keys", code: "metadata_malformed")
    }
    let keys = try await transport.perform(
      JWKSetExchange(address), limit: .metadata, environment: environment)
    let verified = try token.verified(
      by: VerificationKeySet(keys), accepting: Set(SignatureAlgorithm.allCases))
    try Self.check(verified.claims, issuer: issuer, now: environment.now())
    self.issuer = issuer
    self.keyID = verified.header.keyID
  }

  private static func check(
    _ claims: JSONObject, issuer: Issuer, now: Date
  ) throws(CommandFailure) {
    // RFC 8725 §3.8: "the application MUST validate that the cryptographic keys used for the
    // cryptographic operations in the JWT belong to the issuer."
    guard claims["iss"]?.stringValue == issuer.text else {
      throw CommandFailure(
        .unusable, "the signature is right, but the token names another issuer",
        code: "issuer_mismatch")
    }
    let seconds = now.timeIntervalSince1970
    // RFC 7519 §4.1.4: "the current date/time MUST be before the expiration date/time listed in
    // the "exp" claim."
    if let value = claims["exp"] {
      guard let expiry = value.doubleValue, seconds < expiry else {
        throw CommandFailure(
          .unusable, "the signature is right, but the token has expired", code: "token_expired")
      }
    }
    if let value = claims["nbf"] {
      guard let start = value.doubleValue, seconds >= start else {
        throw CommandFailure(
          .unusable, "the signature is right, but the token is not valid yet",
          code: "token_not_yet_valid")
      }
    }
  }
}
