// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("Members of a client's metadata")
struct ClientMetadataTests {
  static let lists = [
    "contacts", "redirect_uris", "grant_types", "response_types", "post_logout_redirect_uris",
    "request_uris", "default_acr_values", "authorization_details_types",
  ]
  static let texts = [
    "client_name", "client_uri", "logo_uri", "tos_uri", "policy_uri", "software_id",
    "software_version", "scope", "application_type", "initiate_login_uri", "sector_identifier_uri",
    "subject_type", "token_endpoint_auth_method", "token_endpoint_auth_signing_alg", "jwks_uri",
    "tls_client_auth_subject_dn", "tls_client_auth_san_dns", "tls_client_auth_san_uri",
    "tls_client_auth_san_ip", "tls_client_auth_san_email", "id_token_signed_response_alg",
    "id_token_encrypted_response_alg", "id_token_encrypted_response_enc",
    "userinfo_signed_response_alg", "userinfo_encrypted_response_alg",
    "userinfo_encrypted_response_enc", "authorization_signed_response_alg",
    "authorization_encrypted_response_alg", "authorization_encrypted_response_enc",
    "introspection_signed_response_alg", "introspection_encrypted_response_alg",
    "introspection_encrypted_response_enc", "request_object_signing_alg",
    "request_object_encryption_alg", "request_object_encryption_enc", "backchannel_logout_uri",
    "frontchannel_logout_uri", "backchannel_token_delivery_mode",
    "backchannel_client_notification_endpoint", "backchannel_authentication_request_signing_alg",
  ]
  static let flags = [
    "require_auth_time", "use_mtls_endpoint_aliases", "tls_client_certificate_bound_access_tokens",
    "dpop_bound_access_tokens", "require_pushed_authorization_requests",
    "require_signed_request_object", "backchannel_logout_session_required",
    "frontchannel_logout_session_required", "backchannel_user_code_parameter",
  ]

  /// A document with every registered member but `jwks_uri`, which excludes `jwks`.
  private var whole: JSONObject {
    var json = JSONObject()
    for name in Self.lists { json[name] = [.string(name), "other"] }
    for name in Self.texts where name != "jwks_uri" { json[name] = .string("value of \(name)") }
    for (index, name) in Self.flags.enumerated() { json[name] = .bool(index % 2 == 0) }
    json["default_max_age"] = 60
    json["jwks"] = ["keys": [["kty": "EC", "crv": "P-256", "x": "AA", "y": "AA"]]]
    return json
  }

  @Test("every registered member has a property, and is written as it was read")
  func everyMember() throws {
    let metadata = try ClientMetadata(parsing: whole)
    #expect(metadata.additional.isEmpty)
    #expect(metadata.json == whole)
    #expect(metadata.name == "value of client_name")
    #expect(metadata.redirectURIs == ["redirect_uris", "other"])
    #expect(metadata.requiresAuthTime == true)
    #expect(metadata.defaultMaxAge == 60)
    let second = try ClientMetadata(parsing: ["jwks_uri": "https://c.example/k", "x#ja": "傘"])
    #expect(second.jwksURI == "https://c.example/k")
    #expect(second.additional == ["x#ja": "傘"])
  }

  @Test(
    "a member of another type is refused by its name",
    arguments: Self.lists + Self.texts + Self.flags + ["default_max_age", "jwks"])
  func wrongType(name: String) {
    for bad: JSONValue in [5.5, ["x": 5], [5]] {
      expectError(.refused(.invalidClientMetadata, ""), naming: name) {
        try ClientMetadata(parsing: [name: bad])
      }
    }
  }

  @Test(
    "keys in two places, invalid keys, and private keys are refused in both directions",
    arguments: [
      ["jwks": ["keys": []], "jwks_uri": "https://c.example/k"],
      ["jwks": ["keys": [["kty": "EC", "crv": "P-256", "x": "AA", "y": "AA", "d": "AA"]]]],
      ["jwks": ["keys": [["kty": "oct", "k": "AA"]]]], ["jwks": ["keys": ["text"]]], ["jwks": [:]],
    ] as [JSONObject])
  func keys(json: JSONObject) throws {
    expectError(.refused(.invalidClientMetadata, ""), naming: "jwks") {
      try ClientMetadata(parsing: json)
    }
    var metadata = ClientMetadata()
    metadata.jwks = json["jwks"]?.objectValue
    metadata.jwksURI = json["jwks_uri"]?.stringValue
    let exchange = try RegistrationExchange(metadata, endpoint: Endpoint("https://op.example/r"))
    expectMisuse { try exchange.request() }
  }
}
