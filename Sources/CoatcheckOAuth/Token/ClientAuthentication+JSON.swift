// SPDX-License-Identifier: Apache-2.0

package import CoatcheckJOSE

extension ClientAuthentication {
  /// The client authentication as members of a stored session. They contain the secret or the private key.
  package var members: JSONObject {
    var json: JSONObject = ["client_authentication": .string(method)]
    json["client_secret"] = secret.map { .string($0.reveal()) }
    switch self {
    case .privateKeyJWT(let key, let assertion):
      json["client_key"] = .object(key.privateJWK())
      json["client_assertion"] = .object(assertion.json)
    case .clientSecretJWT(_, let assertion): json["client_assertion"] = .object(assertion.json)
    case .attestation(let attestation):
      json["client_key"] = .object(attestation.key.privateJWK())
      json["client_attestation"] = .string(attestation.attestation.reveal())
      json["client_assertion"] = .object(ClientAssertion(for: attestation.issuer).json)
    case .none, .basic, .post, .tls, .selfSignedTLS: break
    case .hmacSignature(_, let scheme): json["client_signature"] = .object(scheme.json)
    }
    return json
  }

  /// Reads the members.
  ///
  /// - Throws: `unreadable`, ``OAuthError/Code/storeDamaged``, when they cannot be read.
  package init(members json: JSONObject) throws(OAuthError) {
    let secret = json["client_secret"]?.stringValue.map(Secret.init)
    let method = json["client_authentication"]?.stringValue
    let scheme = json["client_signature"]?.objectValue.flatMap(HMACSignatureScheme.init(json:))
    if let scheme, let secret, scheme.method == method {
      self = .hmacSignature(secret, scheme)
      return
    }
    switch (method, secret) {
    case ("none", _): self = .none
    case ("attest_jwt_client_auth", _):
      guard let object = json["client_key"]?.objectValue,
        let key = try? SigningKey(privateJWK: object),
        let text = json["client_attestation"]?.stringValue,
        case .issuer(let issuer) = try Self.assertion(in: json).audience
      else { throw Self.damaged }
      self = .attestation(ClientAttestation(Secret(text), key: key, for: issuer))
    case ("tls_client_auth", _): self = .tls
    case ("self_signed_tls_client_auth", _): self = .selfSignedTLS
    case ("client_secret_basic", let secret?): self = .basic(secret)
    case ("client_secret_post", let secret?): self = .post(secret)
    case ("client_secret_jwt", let secret?):
      self = .clientSecretJWT(secret, try Self.assertion(in: json))
    case ("private_key_jwt", _):
      guard let object = json["client_key"]?.objectValue,
        let key = try? SigningKey(privateJWK: object)
      else { throw Self.damaged }
      self = .privateKeyJWT(key, try Self.assertion(in: json))
    default: throw Self.damaged
    }
  }

  private static let damaged = OAuthError.unreadable(
    .storeDamaged, "The stored session cannot be read.", parameter: "client_authentication")

  private static func assertion(in json: JSONObject) throws(OAuthError) -> ClientAssertion {
    guard let object = json["client_assertion"]?.objectValue,
      let assertion = ClientAssertion(json: object)
    else { throw damaged }
    return assertion
  }

  /// Whether both have the same method and the same credentials.
  package func isSame(as other: ClientAuthentication) -> Bool {
    guard method == other.method else { return false }
    switch (self, other) {
    case (.none, .none), (.tls, .tls), (.selfSignedTLS, .selfSignedTLS): return true
    case (.privateKeyJWT(let key, let assertion), .privateKeyJWT(let otherKey, let otherAssertion)):
      return key.publicJWK == otherKey.publicJWK && assertion == otherAssertion
    case (
      .clientSecretJWT(let secret, let assertion), .clientSecretJWT(let other, let otherAssertion)
    ):
      return secret.matches(other) && assertion == otherAssertion
    case (.hmacSignature(let secret, let scheme), .hmacSignature(let other, let otherScheme)):
      return secret.matches(other) && scheme == otherScheme
    case (.attestation(let one), .attestation(let other)):
      return one.attestation.matches(other.attestation)
        && one.key.publicJWK == other.key.publicJWK && one.issuer == other.issuer
    default:
      guard let secret, let otherSecret = other.secret else { return false }
      return secret.matches(otherSecret)
    }
  }
}

extension ClientAssertion {
  fileprivate var json: JSONObject {
    var json: JSONObject = [
      "typ": .string(typing.rawValue), "mac": .string(macAlgorithm.rawValue),
    ]
    switch audience {
    case .issuer(let issuer): json["issuer"] = .string(issuer.text)
    case .tokenEndpoint(let endpoint, let reason):
      json["token_endpoint"] = .string(endpoint.text)
      json["because"] = .string(reason)
    }
    return json
  }

  fileprivate init?(json: JSONObject) {
    if let issuer = json["issuer"]?.stringValue.flatMap({ try? Issuer($0) }) {
      self.init(for: issuer)
    } else if let endpoint = json["token_endpoint"]?.stringValue.flatMap({ try? Endpoint($0) }),
      let reason = json["because"]?.stringValue
    {
      self.init(for: .tokenEndpoint(endpoint, because: reason))
    } else {
      return nil
    }
    guard let typing = json["typ"]?.stringValue.flatMap(Typing.init),
      let mac = json["mac"]?.stringValue.flatMap(MACAlgorithm.init)
    else { return nil }
    self.typing = typing
    macAlgorithm = mac
  }
}
