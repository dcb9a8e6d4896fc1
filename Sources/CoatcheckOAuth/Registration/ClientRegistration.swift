// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckFoundation

/// A client as an authorization server registered it: the client information response.
///
/// [RFC 7591 §3.2.1](https://www.rfc-editor.org/rfc/rfc7591#section-3.2.1),
/// [RFC 7592 §3](https://www.rfc-editor.org/rfc/rfc7592#section-3).
public struct ClientRegistration: Sendable {
  /// `client_id`.
  public let id: String
  /// `client_secret`; nil for a client that has none.
  public var secret: Secret?
  /// `client_secret_expires_at`: when the client secret expires, by the wall clock.
  public var secretExpiry: Expiry
  /// `client_id_issued_at`: when the client id was issued; nil when the server does not say it.
  public var issuedAt: Date?
  /// Where the registration can be read and changed; nil when the server does not offer it, or when the
  /// address has another origin than the server.
  public var configuration: ClientConfiguration?
  /// The metadata that the server registered. They may differ from the requested ones: ``changes(from:)``.
  public var metadata: ClientMetadata

  /// Creates a registration, as a server does that registers a client.
  ///
  /// - Parameters:
  ///   - id: The client id.
  ///   - secret: The client secret; nil for a client that has none.
  ///   - secretExpiry: When the client secret expires.
  ///   - issuedAt: When the client id was issued; nil leaves it out of the response.
  ///   - configuration: Where the client can read and change its registration; nil when it cannot.
  ///   - metadata: The registered metadata.
  public init(
    id: String, secret: Secret? = nil, secretExpiry: Expiry = .never, issuedAt: Date? = nil,
    configuration: ClientConfiguration? = nil, metadata: ClientMetadata
  ) {
    self.id = id
    self.secret = secret
    self.secretExpiry = secretExpiry
    self.issuedAt = issuedAt
    self.configuration = configuration
    self.metadata = metadata
  }

  /// The names of the members that were requested with one value and registered with another, such as
  /// `redirect_uris`. A member that the response omits counts as registered unchanged, and the order in
  /// lists and in `scope` does not matter.
  ///
  /// [RFC 7591 §3.2.1](https://www.rfc-editor.org/rfc/rfc7591#section-3.2.1): "The client or developer MUST
  /// check the values in the response to determine if the registration is sufficient for use".
  ///
  /// - Parameter asked: The metadata of the registration request.
  public func changes(from asked: ClientMetadata) -> [String] {
    let (before, now) = (asked.json, metadata.json)
    return before.names.filter { name in
      // A member that the response omits counts as unchanged: real servers do not repeat all members.
      guard let value = now[name] else { return false }
      return Self.unordered(name, before[name]) != Self.unordered(name, value)
    }
  }

  /// The value in a form that does not depend on the order of lists and scopes.
  private static func unordered(_ name: String, _ value: JSONValue?) -> JSONValue? {
    var texts = value?.arrayValue?.compactMap(\.stringValue)
    if name == "scope" { texts = value?.stringValue?.split(separator: " ").map(String.init) }
    return texts.map { .array(Set($0).sorted().map(JSONValue.string)) } ?? value
  }

  /// The client and its credentials for the token endpoint.
  ///
  /// - Throws: `unreadable`, ``OAuthError/Code/replyMalformed``, when the registered method requires a
  ///   secret that is missing, or more than a secret, such as `private_key_jwt`: create the
  ///   `ClientIdentity` yourself then.
  public func identity() throws(OAuthError) -> ClientIdentity {
    let method =
      metadata.tokenEndpointAuthMethod ?? (secret == nil ? "none" : "client_secret_basic")
    switch (method, secret) {
    case ("none", _): return ClientIdentity(id: id)
    case ("client_secret_basic", let secret?):
      return ClientIdentity(id: id, authentication: .basic(secret))
    case ("client_secret_post", let secret?):
      return ClientIdentity(id: id, authentication: .post(secret))
    default:
      throw .unreadable(
        .replyMalformed,
        "The client is registered with a method that its secret is not enough for.",
        parameter: "token_endpoint_auth_method")
    }
  }
}

/// The client configuration endpoint of one client, and the token for it.
///
/// [RFC 7592 §3](https://www.rfc-editor.org/rfc/rfc7592#section-3).
public struct ClientConfiguration: Sendable {
  /// `registration_client_uri`: the address for requests about the registration.
  public let endpoint: Endpoint
  /// `registration_access_token`: the bearer token for these requests.
  public let accessToken: Secret

  /// Creates the configuration.
  ///
  /// - Parameters:
  ///   - endpoint: The `registration_client_uri`.
  ///   - accessToken: The `registration_access_token`. It is sent to `endpoint` only.
  public init(endpoint: Endpoint, accessToken: Secret) {
    self.endpoint = endpoint
    self.accessToken = accessToken
  }
}

extension ClientRegistration: CustomStringConvertible, CustomReflectable {
  /// The client id, without the client secret and the registration access token.
  public var description: String { "ClientRegistration(\(id))" }
  /// The client id and the names of the registered members.
  public var customMirror: Mirror {
    Mirror(self, children: ["id": id, "metadata": metadata.json.names])
  }
}
