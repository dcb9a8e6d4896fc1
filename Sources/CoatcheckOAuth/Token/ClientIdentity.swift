// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import CoatcheckFoundation

/// The id of a client and its credentials.
public struct ClientIdentity: Sendable {
  /// The `client_id` that the client was registered with.
  public let id: String
  /// How the client authenticates, with its credentials.
  public let authentication: ClientAuthentication

  /// Creates the identity of a registered client. Neither value is checked before a request is made.
  ///
  /// - Parameters:
  ///   - id: The `client_id` that the client was registered with.
  ///   - authentication: How the client authenticates; by default it is a public client, without
  ///     credentials.
  public init(id: String, authentication: ClientAuthentication = .none) {
    self.id = id
    self.authentication = authentication
  }

  /// Adds the client id and the credentials that are the same in every request.
  ///
  /// - Throws: `misused` naming `client_id` or `client_secret`, when it cannot be sent.
  func authenticate(form: inout Parameters, fields: inout HTTPFields) throws(OAuthError) {
    // RFC 6749 appendix A.1 and A.2: client-id = *VSCHAR, client-secret = *VSCHAR. Real secrets
    // are not always ASCII, so that only control characters are refused.
    guard !id.isEmpty, id.hasNoControlCharacters else {
      throw .misused("client_id", "The client id is empty or holds control characters.")
    }
    if let secret = authentication.secret?.reveal(),
      secret.isEmpty || !secret.hasNoControlCharacters
    {
      throw .misused("client_secret", "The client secret is empty or holds control characters.")
    }
    switch authentication {
    case .none, .tls, .selfSignedTLS, .attestation:
      // RFC 8705 §2: "For all requests to the authorization server utilizing mutual TLS client
      // authentication, the client MUST include the "client_id" parameter".
      form["client_id"] = id
    case .basic(let secret):
      fields[.authorization] = BasicCredentials(id: id, secret: secret).field
    case .post(let secret):
      form["client_id"] = id
      form["client_secret"] = secret.reveal()
    case .clientSecretJWT, .privateKeyJWT:
      // RFC 7521 §4.2: "The client_id is unnecessary for client assertion authentication", and allowed.
      // Servers find the client's keys by it.
      form["client_id"] = id
    case .hmacSignature:
      // The signature names the client.
      break
    }
  }

  /// The request with the credentials that are made for each request.
  ///
  /// - Parameters:
  ///   - message: The request, which is complete except for these credentials.
  ///   - environment: The clock and the random generator.
  /// - Throws: `misused` when the request has no place for the credentials, or they cannot be made.
  func proved(
    _ message: (head: HTTPRequest, body: Data), in environment: RuntimeEnvironment
  ) throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    var (head, body) = message
    switch authentication {
    case .none, .basic, .post, .tls, .selfSignedTLS: break
    case .hmacSignature(let secret, let scheme):
      try HMACRequestSigner(clientID: id, secret: secret, scheme: scheme)
        .sign(&head, environment: environment)
    case .attestation(let attestation):
      try attestation.prove(&head, as: id, in: environment)
    case .clientSecretJWT(let secret, let assertion):
      let signed = try assertion.signed(by: secret, of: id, in: environment)
      try Self.add(signed, to: &body, of: head)
    case .privateKeyJWT(let key, let assertion):
      let signed = try assertion.signed(by: key, of: id, in: environment)
      try Self.add(signed, to: &body, of: head)
    }
    return (head, body)
  }

  private static func add(
    _ assertion: Secret, to body: inout Data, of head: HTTPRequest
  ) throws(OAuthError) {
    guard MediaType.isForm(head.headerFields[.contentType]) else {
      throw .misused("client", "A client assertion can only be sent in a form.")
    }
    let proof: Parameters = [
      ClientAssertion.typeParameter: ClientAssertion.parameterType,
      ClientAssertion.parameter: assertion.reveal(),
    ]
    body += Data(((body.isEmpty ? "" : "&") + proof.encoded).utf8)
  }
}

extension String {
  /// Whether there is no byte below a space and no DEL.
  var hasNoControlCharacters: Bool { utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }
}
