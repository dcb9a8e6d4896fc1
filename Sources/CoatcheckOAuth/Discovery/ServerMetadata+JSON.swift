// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE

extension ServerMetadata {
  /// Reads a metadata document and checks that it names the expected issuer.
  ///
  /// [RFC 8414 §3.3](https://www.rfc-editor.org/rfc/rfc8414#section-3.3),
  /// [OIDC Discovery §4.3](https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfigurationValidation).
  ///
  /// - Parameters:
  ///   - json: The document. A member that is null counts as absent.
  ///   - expected: The issuer whose document was requested.
  /// - Throws: `unreadable` naming the member: ``OAuthError/Code/discoveryMismatch`` when it names
  ///   another issuer, ``OAuthError/Code/insecureEndpoint`` when an endpoint is not HTTPS (or plain HTTP
  ///   on this machine, of an issuer on plain HTTP), ``OAuthError/Code/metadataMalformed`` when a member
  ///   is malformed or of another type, or no issuer is named. No endpoint of such a document may be
  ///   used.
  public init(parsing json: JSONObject, expected: Issuer) throws(OAuthError) {
    guard let issuer = json[Self.issuerMember]?.stringValue else {
      throw Self.malformed(Self.issuerMember, "The document does not say whose it is.")
    }
    // RFC 8414 §3.3: "The "issuer" value returned MUST be identical to the authorization server's
    // issuer identifier value […] If these values are not identical, the data contained in the
    // response MUST NOT be used."
    guard issuer.isExactly(expected.text) else {
      throw .unreadable(
        .discoveryMismatch, "The document is another issuer's.", parameter: Self.issuerMember)
    }
    self.init(issuer: expected)
    let members = MemberReading(json: json, malformed: Self.malformed)
    for (name, path) in Self.endpoints {
      self[keyPath: path] = try Self.endpoint(name, in: json, of: expected)
    }
    for (name, path) in Self.lists {
      self[keyPath: path] = try members.list(name)
    }
    for (name, path) in Self.texts {
      self[keyPath: path] = try members.value(name, \.stringValue)
    }
    for (name, path) in Self.flags {
      self[keyPath: path] = try members.value(name, \.boolValue) ?? false
    }
    requestURIParameterSupported =
      try members.value(Self.requestURIMember, \.boolValue) ?? true
    let aliases = try members.value(Self.aliasesMember, \.objectValue) ?? [:]
    for name in aliases.names {
      mtlsEndpointAliases[name] = try Self.endpoint(name, in: aliases, of: expected)
    }
    let known = Self.knownMembers
    for (name, value) in json where !known.contains(name) { additional[name] = value }
  }

  /// The document, with ``additional`` for members that no property has. Members that are nil or have
  /// their default are left out.
  public var json: JSONObject {
    var json = JSONObject()
    json[Self.issuerMember] = .string(issuer.text)
    for (name, path) in Self.endpoints {
      json[name] = self[keyPath: path].map { .string($0.text) }
    }
    for (name, path) in Self.lists {
      json[name] = self[keyPath: path].map { .array($0.map(JSONValue.string)) }
    }
    for (name, path) in Self.texts { json[name] = self[keyPath: path].map(JSONValue.string) }
    for (name, path) in Self.flags where self[keyPath: path] { json[name] = .bool(true) }
    if !requestURIParameterSupported { json[Self.requestURIMember] = .bool(false) }
    if !mtlsEndpointAliases.isEmpty {
      var aliases = JSONObject()
      for (name, endpoint) in mtlsEndpointAliases.sorted(by: { $0.key < $1.key }) {
        aliases[name] = .string(endpoint.text)
      }
      json[Self.aliasesMember] = .object(aliases)
    }
    for (name, value) in additional where json[name] == nil { json[name] = value }
    return json
  }

  private static func endpoint(
    _ name: String, in json: JSONObject, of issuer: Issuer
  ) throws(OAuthError) -> Endpoint? {
    switch json[name] {
    case nil, .null: return nil
    case .string(let text):
      let endpoint: Endpoint
      do {
        endpoint = try Endpoint(text)
      } catch {
        let code: OAuthError.Code =
          error.code == .insecureEndpoint ? .insecureEndpoint : .metadataMalformed
        throw .unreadable(code, error.reason, parameter: name)
      }
      // A server on another machine must not send the client to a port of this machine.
      guard endpoint.scheme == "https" || issuer.isPlainLoopback else {
        throw .unreadable(
          .insecureEndpoint, "An issuer on HTTPS names an endpoint on plain HTTP.", parameter: name)
      }
      return endpoint
    default: throw malformed(name, "An endpoint is not a text.")
    }
  }

  private static func malformed(_ name: String, _ reason: String) -> OAuthError {
    .unreadable(.metadataMalformed, reason, parameter: name)
  }
}
