// SPDX-License-Identifier: Apache-2.0
package import CoatcheckJOSE

/// The stored form of client metadata: the members of RFC 7591 and its extensions, by their registered
/// names. Members with the default value are left out.
extension RegisteredClient.Metadata {
  private static var texts: [(name: String, path: WritableKeyPath<Self, String?>)] {
    [
      ("jwks_uri", \.jwksURI), ("backchannel_logout_uri", \.backChannelLogoutURI),
      ("frontchannel_logout_uri", \.frontChannelLogoutURI),
      ("client_uri", \.clientURI), ("logo_uri", \.logoURI), ("policy_uri", \.policyURI),
      ("tos_uri", \.termsURI), ("initiate_login_uri", \.initiateLoginURI),
      ("sector_identifier_uri", \.sectorIdentifierURI),
    ]
  }

  private static var lists: [(name: String, path: WritableKeyPath<Self, [String]>)] {
    [
      ("post_logout_redirect_uris", \.postLogoutRedirectURIs), ("contacts", \.contacts),
      ("software", \.software), ("resources", \.resources), ("answers_for", \.answersFor),
    ]
  }

  private static var needs: [(name: String, path: WritableKeyPath<Self, Need>)] {
    [
      ("require_pushed_authorization_requests", \.pushedRequests),
      ("dpop_bound_access_tokens", \.boundTokens), ("require_auth_time", \.authTime),
      ("require_signed_request_object", \.signedRequests),
    ]
  }

  private static var algorithms: [(name: String, path: WritableKeyPath<Self, SignatureAlgorithm?>)]
  {
    [
      ("token_endpoint_auth_signing_alg", \.authenticationAlgorithm),
      ("userinfo_signed_response_alg", \.userInfoAlgorithm),
      ("authorization_signed_response_alg", \.authorizationAlgorithm),
      ("request_object_signing_alg", \.requestObjectAlgorithm),
    ]
  }

  private static let subject = "subject_type"

  private static var logoutSessions: [(name: String, path: WritableKeyPath<Self, LogoutSession>)] {
    [
      ("backchannel_logout_session_required", \.backChannelLogoutSession),
      ("frontchannel_logout_session_required", \.frontChannelLogoutSession),
    ]
  }

  /// All texts in the metadata, for the checks of ``StoredText``.
  var texts: [String] {
    Self.texts.compactMap { self[keyPath: $0.path] } + Self.lists.flatMap { self[keyPath: $0.path] }
  }

  /// The members without the defaults.
  package var json: JSONObject {
    var json = JSONObject()
    if let jwks { json["jwks"] = .object(JWKSet(keys: jwks).json) }
    for (name, path) in Self.texts { json[name] = self[keyPath: path].map(JSONValue.string) }
    for (name, path) in Self.lists where !self[keyPath: path].isEmpty {
      json[name] = .array(self[keyPath: path].map(JSONValue.string))
    }
    for (name, path) in Self.needs where self[keyPath: path] == .required { json[name] = true }
    for (name, path) in Self.algorithms {
      json[name] = self[keyPath: path].map { .string($0.rawValue) }
    }
    for (name, path) in Self.logoutSessions where self[keyPath: path] == .required {
      json[name] = true
    }
    if subjectType == .pairwise { json[Self.subject] = .string(subjectType.rawValue) }
    json["default_max_age"] = defaultMaxAge.map { .number(JSONNumber($0)) }
    return json
  }

  /// Reads what ``json`` wrote.
  ///
  /// - Throws: `damaged` when an algorithm or a key is invalid.
  package init(json: JSONObject) throws(StoreError) {
    self.init()
    if json.isEmpty { return }
    if let keys = json["jwks"]?.objectValue?["keys"]?.arrayValue {
      jwks = []
      for key in keys {
        guard let object = key.objectValue, let jwk = try? JWK(parsing: object) else {
          throw StoreError(.damaged, "a client's key cannot be read")
        }
        jwks?.append(jwk)
      }
    }
    for (name, path) in Self.texts { self[keyPath: path] = json[name]?.stringValue }
    for (name, path) in Self.lists {
      self[keyPath: path] = json[name]?.arrayValue?.compactMap(\.stringValue) ?? []
    }
    for (name, path) in Self.needs where json[name]?.boolValue == true {
      self[keyPath: path] = .required
    }
    for (name, path) in Self.algorithms {
      guard let text = json[name]?.stringValue else { continue }
      guard let algorithm = SignatureAlgorithm(rawValue: text) else {
        throw StoreError(.damaged, "a client's algorithm is not known")
      }
      self[keyPath: path] = algorithm
    }
    for (name, path) in Self.logoutSessions where json[name]?.boolValue == true {
      self[keyPath: path] = .required
    }
    defaultMaxAge = json["default_max_age"]?.intValue
    if let text = json[Self.subject]?.stringValue {
      guard let type = SubjectType(rawValue: text) else {
        throw StoreError(.damaged, "a client's type of subjects is not known")
      }
      subjectType = type
    }
  }
}
