// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE

extension ProtectedResourceMetadata {
  private typealias Members<Value> = KeyValuePairs<
    String, WritableKeyPath<ProtectedResourceMetadata, Value>
  >

  private static var lists: Members<[String]?> {
    [
      "scopes_supported": \.scopesSupported,
      "bearer_methods_supported": \.bearerMethodsSupported,
      "resource_signing_alg_values_supported": \.signingAlgorithms,
      "authorization_details_types_supported": \.authorizationDetailsTypesSupported,
      "dpop_signing_alg_values_supported": \.dpopSigningAlgorithms,
    ]
  }

  private static var texts: Members<String?> {
    [
      "resource_name": \.name, "resource_documentation": \.documentation,
      "resource_policy_uri": \.policyURI, "resource_tos_uri": \.termsOfServiceURI,
    ]
  }

  private static var flags: Members<Bool> {
    [
      "tls_client_certificate_bound_access_tokens": \.certificateBoundAccessTokens,
      "dpop_bound_access_tokens_required": \.requiresDPoPBoundAccessTokens,
    ]
  }

  private static let resourceMember = "resource"
  private static let serversMember = "authorization_servers"
  private static let keysMember = "jwks_uri"
  private static let signedMember = "signed_metadata"

  /// Reads a document and checks that it names the expected resource.
  ///
  /// [RFC 9728 §3.3](https://www.rfc-editor.org/rfc/rfc9728#section-3.3). A document with
  /// `signed_metadata` is not used: no key for its signature is trusted.
  ///
  /// - Parameters:
  ///   - json: The document.
  ///   - expected: The resource whose document was requested.
  /// - Throws: `unreadable` naming the member: ``OAuthError/Code/discoveryMismatch`` when it names
  ///   another resource; ``OAuthError/Code/insecureEndpoint`` when an address is not HTTPS (or plain HTTP
  ///   on this machine, of a resource on plain HTTP); ``OAuthError/Code/metadataMalformed`` when a member
  ///   is missing, malformed or of another type. Nothing in the document may be used then.
  public init(parsing json: JSONObject, expected: Endpoint) throws(OAuthError) {
    guard let text = json[Self.resourceMember]?.stringValue else {
      throw Self.malformed(
        Self.resourceMember, "The document does not name its resource.")
    }
    // RFC 9728 §3.3: "The resource value returned MUST be identical to the protected resource's resource
    // identifier value into which the well-known URI path suffix was inserted to create the URL used to
    // retrieve the metadata. If these values are not identical, the data contained in the response MUST
    // NOT be used."
    guard text.isExactly(expected.text) || Self.isBareOrigin(text, expected) else {
      throw .unreadable(
        .discoveryMismatch, "The document is about another resource.",
        parameter: Self.resourceMember)
    }
    // §2.2: "If the consumer supports signed metadata, metadata values conveyed in the signed JWT MUST take
    // precedence". No signer is trusted here, so that a document with signed metadata is refused.
    guard json[Self.signedMember] == nil || json[Self.signedMember] == .null else {
      throw Self.malformed(
        Self.signedMember, "The document is signed, and no key for it is trusted.")
    }
    self.init(resource: try Self.address(text, Self.resourceMember, of: expected))
    let members = MemberReading(json: json, malformed: Self.malformed)
    authorizationServers = try Self.servers(members.list(Self.serversMember), of: expected)
    jwksURI = try members.value(Self.keysMember, \.stringValue)
      .map { text throws(OAuthError) in try Self.address(text, Self.keysMember, of: expected) }
    for (name, path) in Self.lists {
      self[keyPath: path] = try members.list(name)
    }
    for (name, path) in Self.texts {
      self[keyPath: path] = try members.value(name, \.stringValue)
    }
    for (name, path) in Self.flags {
      self[keyPath: path] = try members.value(name, \.boolValue) ?? false
    }
    let known = Set(Self.lists.map(\.key) + Self.texts.map(\.key) + Self.flags.map(\.key))
      .union([Self.resourceMember, Self.serversMember, Self.keysMember, Self.signedMember])
    for (name, value) in json where !known.contains(name) { additional[name] = value }
  }

  /// The document, with ``additional`` for members that no property has. Members that are nil or false
  /// are left out.
  public var json: JSONObject {
    var json: JSONObject = [Self.resourceMember: .string(resource.text)]
    json[Self.serversMember] = authorizationServers.map { .array($0.map { .string($0.text) }) }
    json[Self.keysMember] = jwksURI.map { .string($0.text) }
    for (name, path) in Self.lists {
      json[name] = self[keyPath: path].map { .array($0.map(JSONValue.string)) }
    }
    for (name, path) in Self.texts { json[name] = self[keyPath: path].map(JSONValue.string) }
    for (name, path) in Self.flags where self[keyPath: path] { json[name] = .bool(true) }
    for (name, value) in additional where json[name] == nil { json[name] = value }
    return json
  }

  /// Whether the text is the expected origin without a path. `https://h` and `https://h/` are the same request,
  /// so that both are accepted as the identifier.
  private static func isBareOrigin(_ text: String, _ expected: Endpoint) -> Bool {
    guard expected.path == "/" else { return false }
    let bare = expected.text.hasSuffix("/") ? String(expected.text.dropLast()) : expected.text
    return text.isExactly(bare) || text.isExactly(bare + "/")
  }

  private static func servers(
    _ texts: [String]?, of resource: Endpoint
  ) throws(OAuthError) -> [Issuer]? {
    guard let texts else { return nil }
    var servers: [Issuer] = []
    for text in texts {
      _ = try address(text, serversMember, of: resource)
      do {
        servers.append(try Issuer(text))
      } catch {
        throw malformed(serversMember, error.reason)
      }
    }
    return servers
  }

  private static func address(
    _ text: String, _ name: String, of resource: Endpoint
  ) throws(OAuthError) -> Endpoint {
    let endpoint: Endpoint
    do {
      endpoint = try Endpoint(text)
    } catch {
      let isInsecure = error.code == .insecureEndpoint
      throw .unreadable(
        isInsecure ? .insecureEndpoint : .metadataMalformed, error.reason, parameter: name)
    }
    // A resource on another machine must not send the client to a port of this machine.
    guard endpoint.scheme == "https" || resource.scheme == "http" else {
      throw .unreadable(
        .insecureEndpoint, "A resource on HTTPS names an address on plain HTTP.", parameter: name)
    }
    return endpoint
  }

  private static func malformed(_ name: String, _ reason: String) -> OAuthError {
    .unreadable(.metadataMalformed, reason, parameter: name)
  }
}
