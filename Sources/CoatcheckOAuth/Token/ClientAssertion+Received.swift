// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckFoundation

extension ClientAssertion {
  /// An assertion as a server gets it: well formed, and nothing more is known.
  ///
  /// Find the keys of the client that it names, then call ``accepted(by:keys:)``, or with its
  /// secret ``accepted(by:secret:algorithm:)``.
  public struct Received: Sendable {
    /// The client that it claims to be from: good for finding that client's keys, and nothing else.
    public let clientID: String
    /// The registered name of the method: `private_key_jwt` or `client_secret_jwt`.
    public var method: String {
      switch token {
      case .signed: "private_key_jwt"
      case .authenticated: "client_secret_jwt"
      }
    }

    /// `kid`: the key that it says it is signed by.
    package var keyID: String? {
      switch token {
      case .signed(let token): token.header.keyID
      case .authenticated: nil
      }
    }

    private enum Token {
      case signed(UnverifiedJWT)
      case authenticated(UnverifiedMACToken)
    }

    private let token: Token

    /// Reads `client_assertion` and `client_assertion_type`.
    ///
    /// - Throws: `refused`, ``OAuthError/Code/invalidClient``.
    init(_ text: String, type: String?) throws(OAuthError) {
      // RFC 7521 §4.2: "client_assertion_type REQUIRED. The format of the assertion as defined by the
      // authorization server."
      guard type?.isExactly(ClientAssertion.parameterType) == true else {
        throw ClientAssertionRules.refusal(
          "client_assertion_type", "The assertion is of another type than a JWT.")
      }
      let claims: JSONObject
      do {
        if let token = try? UnverifiedMACToken(text) {
          self.token = .authenticated(token)
          claims = try Self.claims(in: text)
        } else {
          let token = try UnverifiedJWT(text)
          self.token = .signed(token)
          claims = try token.unverifiedClaimsForDisplay()
        }
      } catch {
        throw ClientAssertionRules.refusal(
          "client_assertion", "The assertion cannot be read: \(error.reason).")
      }
      guard let subject = claims["sub"]?.stringValue, !subject.isEmpty,
        subject.hasNoControlCharacters, subject.utf8.count <= 1024
      else {
        throw ClientAssertionRules.refusal("sub", "The assertion names no client.")
      }
      clientID = subject
    }

    /// The claims, which may be forged.
    private static func claims(in text: String) throws(JOSEError) -> JSONObject {
      let parts = text.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count == 3 else {
        throw JOSEError(.malformedToken, "a compact JWS has three parts")
      }
      return try JSONObject(parsing: Base64URL.decode(String(parts[1])))
    }

    /// Holds an assertion that the client's key signs against every rule.
    ///
    /// Whether it was used before is the caller's to say: remember ``Accepted/replayKey`` until
    /// ``Accepted/end``, and refuse it when it is known already.
    ///
    /// - Parameters:
    ///   - rules: What it must say.
    ///   - keys: The keys which the client ``clientID`` was registered with, and no other ones.
    /// - Throws: `refused`, ``OAuthError/Code/invalidClient``; nothing in it may be used.
    public func accepted(
      by rules: ClientAssertionRules, keys: VerificationKeySet
    ) throws(OAuthError) -> Accepted {
      guard case .signed(let token) = token else { throw Self.otherMethod }
      let verified: VerifiedJWT
      do {
        verified = try token.verified(by: keys, accepting: rules.algorithms)
      } catch {
        throw Self.refusal(error)
      }
      return try rules.check(header: verified.header.type, verified.claims, of: clientID)
    }

    /// Holds an assertion that the client's secret authenticates against every rule.
    ///
    /// - Parameters:
    ///   - rules: What it must say.
    ///   - secret: The secret of the client ``clientID``.
    ///   - algorithm: The algorithm that the client is registered for.
    /// - Throws: `refused`, ``OAuthError/Code/invalidClient``; nothing in it may be used.
    public func accepted(
      by rules: ClientAssertionRules, secret: Secret, algorithm: MACAlgorithm = .hs256
    ) throws(OAuthError) -> Accepted {
      guard case .authenticated(let token) = token else { throw Self.otherMethod }
      let verified: VerifiedMACToken
      do {
        verified = try token.verified(
          by: MACKey(secret: Array(secret.reveal().utf8), algorithm: algorithm))
      } catch {
        throw Self.refusal(error)
      }
      return try rules.check(header: verified.header.type, verified.claims, of: clientID)
    }

    private static let otherMethod = ClientAssertionRules.refusal(
      "client_assertion", "The assertion is of another method than the client is registered for.")

    private static func refusal(_ error: JOSEError) -> OAuthError {
      ClientAssertionRules.refusal(
        "client_assertion", "The assertion is refused: \(error.reason).")
    }
  }

  /// An assertion that keeps every rule, but may have been used before.
  public struct Accepted: Sendable, Hashable {
    /// The client, which has proved that it has its key.
    public let clientID: String
    /// `jti`: the assertion's own name.
    public let id: String
    /// When it ends.
    public let expiresAt: Date
    /// Until when its name must be remembered: its end, and as long as the clocks may differ.
    public let end: Date

    /// What is remembered, so that it works once.
    ///
    /// There is something between the two that no client id holds: client `ab` with `c` is not client `a`
    /// with `bc`.
    public var replayKey: String { "\(clientID)\n\(id)" }
  }
}
