// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE

extension ClientMetadata {
  /// Reads client metadata from the JSON object of a registration request, a registration response or a
  /// client ID metadata document.
  ///
  /// - Parameter json: The object. Members that have no property here are kept in ``additional``.
  /// - Throws: `refused`, ``OAuthError/Code/invalidClientMetadata`` naming the member, when a member has
  ///   the wrong type, when `default_max_age` is negative, when both `jwks` and `jwks_uri` are present, or
  ///   when `jwks` is not a JWK Set of public keys only.
  public init(parsing json: JSONObject) throws(OAuthError) {
    let members = MemberReading(json: json, malformed: Self.invalid)
    for (name, path) in Self.lists {
      guard let texts = try members.list(name) else { continue }
      self[keyPath: path] = texts
    }
    for (name, path) in Self.texts {
      self[keyPath: path] = try members.value(name, \.stringValue)
    }
    for (name, path) in Self.flags {
      self[keyPath: path] = try members.value(name, \.boolValue)
    }
    defaultMaxAge = try members.value(Self.maxAgeMember, \.intValue)
    if let maxAge = defaultMaxAge, maxAge < 0 {
      throw Self.invalid(Self.maxAgeMember, "The maximum age is negative.")
    }
    jwks = try members.value(Self.jwksMember, \.objectValue)
    try checkKeys()
    for (name, value) in json where !Self.knownMembers.contains(name) { additional[name] = value }
  }

  /// The metadata as a JSON object: all members that have a value, and those of ``additional``.
  public var json: JSONObject {
    var json = JSONObject()
    for (name, path) in Self.lists {
      json[name] = self[keyPath: path].map { .array($0.map(JSONValue.string)) }
    }
    for (name, path) in Self.texts { json[name] = self[keyPath: path].map(JSONValue.string) }
    for (name, path) in Self.flags { json[name] = self[keyPath: path].map(JSONValue.bool) }
    json[Self.maxAgeMember] = defaultMaxAge.map { .number(JSONNumber($0)) }
    json[Self.jwksMember] = jwks.map(JSONValue.object)
    for (name, value) in additional where json[name] == nil { json[name] = value }
    return json
  }

  /// Checks `jwks` in a request or a response.
  func checkKeys() throws(OAuthError) {
    guard let jwks else { return }
    // RFC 7591 §2: "The "jwks_uri" and "jwks" parameters MUST NOT both be present in the same request
    // or response."
    guard jwksURI == nil else {
      throw Self.invalid(Self.jwksMember, "The keys are given, and an address of keys as well.")
    }
    guard let keys = jwks["keys"]?.arrayValue else {
      throw Self.invalid(Self.jwksMember, "The keys are not a JWK set.")
    }
    // A private key or a secret that was sent is compromised.
    let secret = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"]
    for key in keys {
      guard let key = key.objectValue, !secret.contains(where: { key[$0] != nil }) else {
        throw Self.invalid(Self.jwksMember, "The keys are not all public keys.")
      }
    }
  }

  private static func invalid(_ name: String, _ reason: String) -> OAuthError {
    .refused(.invalidClientMetadata, reason, parameter: name)
  }
}

extension ClientMetadata: Equatable {
  /// Whether both have the same members with the same values, byte for byte.
  public static func == (one: ClientMetadata, other: ClientMetadata) -> Bool {
    one.json == other.json
  }
}
