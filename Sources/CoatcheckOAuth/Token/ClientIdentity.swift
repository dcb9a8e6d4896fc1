// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

/// Who a client is, and how it proves it.
public struct ClientIdentity: Sendable {
  /// The `client_id`.
  public let id: String
  /// The proof.
  public let authentication: ClientAuthentication

  /// A client with the id that it was registered with.
  public init(id: String, authentication: ClientAuthentication = .none) {
    self.id = id
    self.authentication = authentication
  }

  /// Adds what the token endpoint wants to see.
  ///
  /// - Throws: `misused` naming `client_id` or `client_secret`, when it can't be sent.
  func authenticate(form: inout Parameters, fields: inout HTTPFields) throws(OAuthError) {
    // RFC 6749 appendix A.1 and A.2: client-id = *VSCHAR, client-secret = *VSCHAR. Real secrets
    // aren't always ASCII, so that only control characters are refused.
    guard !id.isEmpty, id.hasNoControlCharacters else {
      throw .misused("client_id", "The client id is empty or holds control characters.")
    }
    if let secret = authentication.secret?.reveal(),
      secret.isEmpty || !secret.hasNoControlCharacters
    {
      throw .misused("client_secret", "The client secret is empty or holds control characters.")
    }
    switch authentication {
    case .none:
      form["client_id"] = id
    case .basic(let secret):
      fields[.authorization] = BasicCredentials(id: id, secret: secret).field
    case .post(let secret):
      form["client_id"] = id
      form["client_secret"] = secret.reveal()
    case .wskey:
      // The signature names the client.
      break
    }
  }

  /// Signs the request, where that is how the client proves who it is.
  func sign(_ head: inout HTTPRequest, environment: Environment) throws(OAuthError) {
    guard case .wskey(let secret) = authentication else { return }
    try WSKeySigner(clientID: id, secret: secret).sign(&head, environment: environment)
  }
}

extension String {
  /// Whether there is no byte below a space and no DEL.
  var hasNoControlCharacters: Bool { utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }
}
