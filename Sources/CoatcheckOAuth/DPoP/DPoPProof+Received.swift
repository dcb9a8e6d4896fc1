// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import HTTPTypes
public import CoatcheckFoundation

extension DPoPProof {
  /// A proof as a server received it. Its signature, method, address and age have been checked.
  ///
  /// ```swift
  /// // The address that the world knows the endpoint by, whatever stands in front of the server.
  /// if let proof = try DPoPProof.Received(
  ///   in: head, at: "https://id.example/token", now: environment.now())
  /// {
  ///   guard try await store.insertOnce(proof.replayKey, until: proof.forgettableAt) else { … }
  ///   claims["cnf"] = .object(TokenConfirmation(thumbprint: proof.thumbprint).json)
  /// }
  /// ```
  ///
  /// The caller still has to check that the same proof was not received before (``replayKey``), that the
  /// nonce is current (``requireNonce(_:)``), and which key it is (``requireBinding(of:to:)``).
  /// [RFC 9449 §4.3](https://www.rfc-editor.org/rfc/rfc9449#section-4.3).
  public struct Received: Sendable {
    /// The public key that verified the signature.
    public let key: JWK
    /// The SHA-256 thumbprint of ``key`` as base64url: `jkt` of the tokens that are bound to it.
    public let thumbprint: String
    /// `jti`: the identifier of the proof, at most 512 bytes.
    public let id: String
    /// `iat`: when the proof was made, by the client's clock.
    public let issuedAt: Date
    /// When the proof becomes too old to be accepted; until then a server remembers its ``replayKey``. Servers that
    /// share this memory remember it for longer, by as much as their clocks may differ.
    public let forgettableAt: Date
    /// `nonce`; nil when the proof has none. ``requireNonce(_:)`` checks it.
    public let nonce: String?
    /// `ath`, as the client wrote it; nil when the proof has none. ``requireBinding(of:to:)`` checks it.
    public let accessTokenHash: String?

    /// Reads the proof of a request; nil when it has no `DPoP` field.
    ///
    /// - Parameters:
    ///   - head: The request.
    ///   - address: The absolute URI under which clients know the endpoint, without the proxies in front of
    ///     the server; its query and its fragment are ignored.
    ///   - now: The current time of the wall clock.
    ///   - rules: Which algorithms and ages are accepted.
    /// - Throws: `refused`, ``OAuthError/Code/invalidDPoPProof`` naming `DPoP`, when there is more than one
    ///   proof, or it is malformed, was made for another method or address, is too old, lies in the future,
    ///   or its signature is invalid. A token endpoint returns the error as it is.
    public init?(
      in head: HTTPRequest, at address: String, now: Date, rules: DPoPRules = .standard
    ) throws(OAuthError) {
      let fields = head.headerFields[values: .dPoP]
      guard let field = fields.first else { return nil }
      // "There is not more than one DPoP HTTP request header field."
      guard fields.count == 1 else { throw Self.invalid("There is more than one DPoP field.") }
      try self.init(
        field, method: head.method.rawValue, address: address, now: now, rules: rules)
    }

    /// Reads a proof that was taken from its request.
    ///
    /// - Parameters:
    ///   - text: The value of the `DPoP` field, a compact JWT.
    ///   - method: The method of the request, in upper case as it was sent.
    ///   - address: The absolute URI under which clients know the endpoint; its query and its fragment are
    ///     ignored.
    ///   - now: The current time of the wall clock.
    ///   - rules: Which algorithms and ages are accepted.
    /// - Throws: As ``init(in:at:now:rules:)``.
    public init(
      _ text: String, method: String, address: String, now: Date, rules: DPoPRules = .standard
    ) throws(OAuthError) {
      let (token, key) = try Self.verified(text, rules)
      let claims = token.claims
      guard let id = claims["jti"]?.stringValue, !id.isEmpty, id.utf8.count <= 512 else {
        throw Self.invalid("The proof has no usable jti.")
      }
      // "The htm claim matches the HTTP method of the current request." Methods are case-sensitive.
      guard let asked = claims["htm"]?.stringValue, asked.isExactly(method) else {
        throw Self.invalid("The proof was made for another method.")
      }
      // "The htu claim matches the HTTP URI value for the HTTP request in which the JWT was received,
      // ignoring any query and fragment parts."
      guard let htu = claims["htu"]?.stringValue, let target = TargetURI(htu),
        target == TargetURI(address)
      else { throw Self.invalid("The proof was made for another address.") }
      issuedAt = try Self.time(in: claims, now: now, rules)
      forgettableAt = issuedAt.addingTimeInterval(rules.maximumAge)
      self.id = id
      self.key = key
      thumbprint = key.thumbprint
      nonce = try Self.optionalText("nonce", in: claims)
      accessTokenHash = try Self.optionalText("ath", in: claims)
    }

    /// "The alg JOSE Header Parameter indicates a registered asymmetric digital signature algorithm, is
    /// not none, is supported by the application, and is acceptable per local policy." "The JWT signature
    /// verifies with the public key contained in the jwk JOSE Header Parameter."
    private static func verified(
      _ text: String, _ rules: DPoPRules
    ) throws(OAuthError) -> (VerifiedJWT, JWK) {
      guard let token = try? UnverifiedJWT(text) else {
        throw invalid("The proof is not one well-formed JWT signed with a public key.")
      }
      // "The typ JOSE Header Parameter has the value dpop+jwt."
      guard token.header.hasType(DPoPProof.type) else {
        throw invalid("The proof is a JWT of another type.")
      }
      guard let json = token.header.json["jwk"]?.objectValue else {
        throw invalid("The proof holds no key.")
      }
      // "The jwk JOSE Header Parameter does not contain a private key."
      guard !["d", "p", "q", "dp", "dq", "qi", "oth", "k"].contains(where: { json[$0] != nil })
      else { throw invalid("The proof holds a private key, which is known to others now.") }
      guard let jwk = try? JWK(parsing: json), let key = try? VerificationKey(jwk) else {
        throw invalid("The proof's key cannot verify signatures.")
      }
      guard let verified = try? token.verified(by: key, accepting: rules.algorithms) else {
        throw invalid("The proof's signature is wrong, or made by an algorithm not accepted here.")
      }
      return (verified, jwk)
    }

    /// "The creation time of the JWT, as determined by either the iat claim or a server managed timestamp
    /// via the nonce claim, is within an acceptable window."
    private static func time(
      in claims: JSONObject, now: Date, _ rules: DPoPRules
    ) throws(OAuthError) -> Date {
      func date(_ name: String) throws(OAuthError) -> Date? {
        try NumericDate.read(
          name, in: claims, orThrow: invalid("A time in the proof is not a usable number."))
      }
      let (issued, start, end) = (try date("iat"), try date("nbf"), try date("exp"))
      guard let issued else { throw invalid("The proof does not say when it was made.") }
      guard now.timeIntervalSince(issued) <= rules.maximumAge else {
        throw invalid("The proof is too old.")
      }
      guard issued.timeIntervalSince(now) <= rules.maximumLead else {
        throw invalid("The proof was made in the future.")
      }
      guard start.map({ $0.timeIntervalSince(now) <= rules.maximumLead }) ?? true,
        end.map({ now < $0.addingTimeInterval(rules.maximumLead) }) ?? true
      else { throw invalid("The proof does not count now, by its own claims.") }
      return issued
    }

    private static func optionalText(
      _ name: String, in claims: JSONObject
    ) throws(OAuthError) -> String? {
      guard let value = claims[name] else { return nil }
      guard let text = value.stringValue else { throw invalid("A claim of the proof is no text.") }
      return text
    }

    static func invalid(_ reason: String) -> OAuthError {
      .refused(.invalidDPoPProof, reason, parameter: "DPoP")
    }
  }
}
