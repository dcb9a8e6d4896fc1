// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("Members of an issuer's metadata")
struct MetadataMemberTests {
  static let endpoints = [
    "authorization_endpoint", "token_endpoint", "jwks_uri", "userinfo_endpoint",
    "revocation_endpoint", "introspection_endpoint", "end_session_endpoint",
    "registration_endpoint", "device_authorization_endpoint",
    "pushed_authorization_request_endpoint", "backchannel_authentication_endpoint",
    "check_session_iframe", "challenge_endpoint",
  ]
  static let lists = [
    "scopes_supported", "response_types_supported", "response_modes_supported",
    "grant_types_supported", "authorization_grant_profiles_supported",
    "code_challenge_methods_supported", "acr_values_supported", "subject_types_supported",
    "display_values_supported", "prompt_values_supported", "claim_types_supported",
    "claims_supported", "claims_locales_supported", "ui_locales_supported",
    "authorization_details_types_supported", "protected_resources",
    "backchannel_token_delivery_modes_supported", "token_endpoint_auth_methods_supported",
    "token_endpoint_auth_signing_alg_values_supported",
    "revocation_endpoint_auth_methods_supported",
    "revocation_endpoint_auth_signing_alg_values_supported",
    "introspection_endpoint_auth_methods_supported",
    "introspection_endpoint_auth_signing_alg_values_supported",
    "client_attestation_signing_alg_values_supported",
    "client_attestation_pop_signing_alg_values_supported", "dpop_signing_alg_values_supported",
    "id_token_signing_alg_values_supported", "id_token_encryption_alg_values_supported",
    "id_token_encryption_enc_values_supported", "userinfo_signing_alg_values_supported",
    "userinfo_encryption_alg_values_supported", "userinfo_encryption_enc_values_supported",
    "request_object_signing_alg_values_supported", "request_object_encryption_alg_values_supported",
    "request_object_encryption_enc_values_supported", "authorization_signing_alg_values_supported",
    "authorization_encryption_alg_values_supported",
    "authorization_encryption_enc_values_supported", "introspection_signing_alg_values_supported",
    "introspection_encryption_alg_values_supported",
    "introspection_encryption_enc_values_supported",
    "backchannel_authentication_request_signing_alg_values_supported",
  ]
  static let texts = [
    "service_documentation", "op_policy_uri", "op_tos_uri", "signed_metadata",
  ]
  static let flags = [
    "authorization_response_iss_parameter_supported", "require_pushed_authorization_requests",
    "require_signed_request_object", "claims_parameter_supported", "request_parameter_supported",
    "require_request_uri_registration", "tls_client_certificate_bound_access_tokens",
    "backchannel_user_code_parameter_supported", "frontchannel_logout_supported",
    "frontchannel_logout_session_supported", "backchannel_logout_supported",
    "backchannel_logout_session_supported", "native_sso_supported",
    "client_id_metadata_document_supported",
  ]

  private func read(_ members: JSONObject) throws(OAuthError) -> ServerMetadata {
    let json: JSONObject = ["issuer": "https://op.example"]
    return try ServerMetadata(parsing: json.adding(members), expected: Issuer("https://op.example"))
  }

  /// A document with every registered member, each with a value of its own.
  private var whole: JSONObject {
    var json: JSONObject = ["issuer": "https://op.example"]
    for name in Self.endpoints { json[name] = .string("https://op.example/\(name)?a=b") }
    for name in Self.lists { json[name] = [.string(name), "other"] }
    for name in Self.texts { json[name] = .string("http://op.example/\(name)") }
    for name in Self.flags { json[name] = true }
    json["request_uri_parameter_supported"] = false
    json["mtls_endpoint_aliases"] = [
      "token_endpoint": "https://mtls.example/t", "vendor_endpoint": "https://mtls.example/v",
    ]
    return json
  }

  @Test("every registered member has a property, and goes out as it came in")
  func everyMember() throws {
    let metadata = try read(whole)
    #expect(metadata.additional.isEmpty)
    #expect(metadata.json == whole)
    #expect(metadata.backchannelAuthenticationEndpoint?.path.hasPrefix("/backchannel_a") == true)
    #expect(metadata.dpopSigningAlgorithms?.first == "dpop_signing_alg_values_supported")
    #expect(metadata.authorizationDetailsTypesSupported?.last == "other")
    #expect(metadata.certificateBoundAccessTokens)
    #expect(!metadata.requestURIParameterSupported)
    #expect(metadata.termsOfServiceURI == "http://op.example/op_tos_uri")
  }

  @Test(
    "a member that is absent or null has the default of the specification",
    arguments: [true, false])
  func defaults(isNull: Bool) throws {
    var json: JSONObject = [:]
    if isNull { for name in whole.names.dropFirst() { json[name] = .null } }
    let metadata = try read(json)
    #expect(metadata.requestURIParameterSupported)
    #expect(!metadata.clientIDMetadataDocumentSupported)
    #expect(metadata.dpopSigningAlgorithms == nil)
    #expect(metadata.json == ["issuer": "https://op.example"])
  }

  @Test(
    "a member of the wrong type is refused, and the error names it",
    arguments: Self.endpoints + Self.lists + Self.texts + Self.flags + [
      "request_uri_parameter_supported", "mtls_endpoint_aliases",
    ])
  func wrongType(name: String) {
    for bad: JSONValue in [5, "true", ["x": 5], [5]] {
      if Self.texts.contains(name), bad == "true" { continue }
      let error = failure { try read([name: bad]) }
      #expect(error?.outcome == .unreadable)
      let expected = bad.objectValue != nil && name.hasPrefix("mtls") ? "x" : name
      // An error holds the first 59 characters of a long name.
      #expect(error?.parameter?.prefix(59) == expected.prefix(59))
    }
  }

  // attack: C-26
  @Test(
    "a mutual TLS alias that is not a valid HTTPS URL is refused",
    arguments: [
      ("http://op.example/t", .insecureEndpoint), ("file:///etc/passwd", .insecureEndpoint),
      ("https://u:p@op.example/t", .metadataMalformed),
    ] as [(String, OAuthError.Code)])
  func badAlias(text: String, code: OAuthError.Code) {
    expectError(.unreadable(code, "")) {
      try read(["mtls_endpoint_aliases": ["token_endpoint": .string(text)]])
    }
  }

  @Test("a client with a certificate uses the aliases, except for the endpoints of a browser")
  func mutualTLS() throws {
    let metadata = try read([
      "authorization_endpoint": "https://op.example/a", "token_endpoint": "https://op.example/t",
      "revocation_endpoint": "https://op.example/r",
      "end_session_endpoint": "https://op.example/e",
      "check_session_iframe": "https://op.example/c",
      "mtls_endpoint_aliases": [
        "authorization_endpoint": "https://mtls.example/a",
        "end_session_endpoint": "https://mtls.example/e",
        "check_session_iframe": "https://mtls.example/c",
        "token_endpoint": "https://mtls.example/t",
        "introspection_endpoint": "https://mtls.example/i",
      ],
    ]).forMutualTLS
    #expect(metadata.tokenEndpoint?.text == "https://mtls.example/t")
    #expect(metadata.introspectionEndpoint?.text == "https://mtls.example/i")
    #expect(metadata.revocationEndpoint?.text == "https://op.example/r")
    #expect(metadata.authorizationEndpoint?.text == "https://op.example/a")
    #expect(metadata.endSessionEndpoint?.text == "https://op.example/e")
    #expect(metadata.checkSessionIframe?.text == "https://op.example/c")
  }
}
