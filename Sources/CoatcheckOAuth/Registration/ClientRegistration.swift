// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckFoundation

/// A client as an authorization server has registered it.
///
/// [RFC 7591 §3.2.1](https://www.rfc-editor.org/rfc/rfc7591#section-3.2.1),
/// [RFC 7592 §3](https://www.rfc-editor.org/rfc/rfc7592#section-3).
public struct ClientRegistration: Sendable {
  /// `client_id`.
  public let id: String
  /// `client_secret`; nil for a client that has none.
  public var secret: Secret?
  /// `client_secret_expires_at`: when the secret ends.
  public var secretExpiry: Expiry
  /// `client_id_issued_at`, where the server says it.
  public var issuedAt: Date?
  /// Where the registration can be looked at and changed; nil when it cannot, or when the address is not
  /// the server's own.
  public var configuration: ClientConfiguration?
  /// What the server registered. It may be other than what was asked for.
  public var metadata: ClientMetadata

  /// A registered client.
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

  /// What of the request the server changed: the names of the members that were asked for with one value
  /// and registered with another.
  ///
  /// RFC 7591 §3.2.1: "The client or developer MUST check the values in the response to determine if the
  /// registration is sufficient for use".
  public func changes(from asked: ClientMetadata) -> [String] {
    let (before, now) = (asked.json, metadata.json)
    return before.names.filter { name in
      // What the answer leaves out is as it was asked for: real servers do not repeat everything.
      guard let value = now[name] else { return false }
      return Self.unordered(name, before[name]) != Self.unordered(name, value)
    }
  }

  /// Lists and scopes are sets: another order is no change.
  private static func unordered(_ name: String, _ value: JSONValue?) -> JSONValue? {
    var texts = value?.arrayValue?.compactMap(\.stringValue)
    if name == "scope" { texts = value?.stringValue?.split(separator: " ").map(String.init) }
    return texts.map { .array(Set($0).sorted().map(JSONValue.string)) } ?? value
  }

  /// The client and its credentials for the token endpoint.
  ///
  /// - Throws: `unreadable` when the registered method requires a secret that is missing, or is one that
  ///   needs more than a secret: make the identity by hand then.
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

/// Where a client looks at its registration and changes it, and what it shows there.
///
/// [RFC 7592 §3](https://www.rfc-editor.org/rfc/rfc7592#section-3).
public struct ClientConfiguration: Sendable {
  /// `registration_client_uri`.
  public let endpoint: Endpoint
  /// `registration_access_token`.
  public let accessToken: Secret

  /// A place and its token.
  public init(endpoint: Endpoint, accessToken: Secret) {
    self.endpoint = endpoint
    self.accessToken = accessToken
  }
}

extension ClientRegistration: CustomStringConvertible, CustomReflectable {
  /// The id; no secret and no token.
  public var description: String { "ClientRegistration(\(id))" }
  /// The id and the names of what was registered.
  public var customMirror: Mirror {
    Mirror(self, children: ["id": id, "metadata": metadata.json.names])
  }
}
