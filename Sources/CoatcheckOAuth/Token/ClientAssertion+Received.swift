// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckFoundation

extension ClientAssertion {
  /// A client assertion as a server receives it: well formed, but not verified.
  ///
  /// Find the keys of the client that it names, then call ``accepted(by:keys:)``, or with its secret
  /// ``accepted(by:secret:algorithm:)``.
  public struct Received: Sendable {
    /// The client that the assertion claims to be from, its claim `sub`: valid for finding that client's
    /// keys, and for nothing else.
    public let clientID: String
    /// The registered name of the method: `private_key_jwt` or `client_secret_jwt`.
    public var method: String {
      switch token {
      case .signed: "private_key_jwt"
      case .authenticated: "client_secret_jwt"
      }
    }

    /// `kid`: the key that claims to have signed it.
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

    /// The claims of an assertion that is not verified yet.
    private static func claims(in text: String) throws(JOSEError) -> JSONObject {
      let parts = text.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count == 3 else {
        throw JOSEError(.malformedToken, "a compact JWS has three parts")
      }
      return try JSONObject(parsing: Base64URL.decode(String(parts[1])))
    }

    /// Verifies an assertion that the client's key signed, and checks its claims.
    ///
    /// [RFC 7523 §3](https://www.rfc-editor.org/rfc/rfc7523#section-3).
    ///
    /// Whether it was used before is for the caller to check: store ``Accepted/replayKey`` until
    /// ``Accepted/end``, and refuse an assertion whose key is stored already.
    ///
    /// - Parameters:
    ///   - rules: The rules for its claims and algorithms.
    ///   - keys: The registered keys of the client ``clientID``, and no other ones.
    /// - Throws: `refused`, ``OAuthError/Code/invalidClient``, also when the assertion is authenticated by
    ///   a secret. The client is not authenticated then.
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

    /// Verifies an assertion that the client secret authenticates, and checks its claims.
    ///
    /// Whether it was used before is for the caller to check, as with ``accepted(by:keys:)``.
    ///
    /// - Parameters:
    ///   - rules: The rules for its claims. Their algorithms are not used here.
    ///   - secret: The secret of the client ``clientID``.
    ///   - algorithm: The algorithm that the client is registered for.
    /// - Throws: `refused`, ``OAuthError/Code/invalidClient``, also when the assertion is signed by a key.
    ///   The client is not authenticated then.
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

  /// A verified client assertion. Whether it was used before is not checked yet.
  public struct Accepted: Sendable, Hashable {
    /// The authenticated client.
    public let clientID: String
    /// `jti`: the id of the assertion, of 1 to 256 bytes.
    public let id: String
    /// `exp`: when the assertion expires, by the wall clock.
    public let expiresAt: Date
    /// Until when ``replayKey`` has to be stored: ``expiresAt`` and the maximum difference of the clocks. Servers that
    /// share the store keep it for longer, by as much as their own clocks may differ.
    public let end: Date

    /// The text to store so that the assertion cannot be used a second time.
    ///
    /// It separates the two ids with a line feed, which no client id contains: client `ab` with the id `c`
    /// is not client `a` with `bc`.
    public var replayKey: String { "\(clientID)\n\(id)" }
  }
}
