// SPDX-License-Identifier: Apache-2.0

import TestKit

struct OPRegistrationTests {
  @Test("oidcc-3rd_party-init-login: the server registers the address")
  func initiatedByThirdParty() async throws {
    let op = try await RegisteringOP()
    let reply = try await op.register(["initiate_login_uri": "https://c.example/begin"])
    #expect(reply.json["initiate_login_uri"] == "https://c.example/begin")
    #expect(try await op.client(reply).tokens()["id_token"] != nil)
  }

  @Test("oidcc-3rd_party-init-login-nohttps: the server refuses an http address")
  func initiatedByThirdPartyWithoutHTTPS() async throws {
    let op = try await RegisteringOP()
    let reply = try await op.register(["initiate_login_uri": "http://c.example/begin"])
    #expect(reply.status == 400 && reply.error == "invalid_client_metadata")
  }

  @Test("oidcc-discovery-endpoint-verification: the metadata has the required members")
  func discoveryEndpointVerification() async throws {
    let op = try await OP()
    let metadata = try await op.metadata()
    for endpoint in [
      metadata.authorizationEndpoint, metadata.tokenEndpoint, metadata.jwksURI,
      metadata.userInfoEndpoint,
    ] {
      #expect(endpoint?.text.hasPrefix(op.server.issuer + "/") == true)
    }
    #expect(metadata.responseTypesSupported?.contains("code") == true)
    #expect(metadata.subjectTypesSupported == ["public", "pairwise"])
    #expect(metadata.idTokenSigningAlgorithms?.contains("RS256") == true)
    #expect(metadata.scopesSupported?.contains("openid") == true)
  }

  @Test(
    "An authorization request with an unregistered redirect URI returns an error page",
    arguments: [
      Case(
        "oidcc-ensure-registered-redirect-uri", ("https://c.example/cb", "https://c.example/other")),
      Case(
        "oidcc-redirect-uri-query-added", ("https://c.example/cb", "https://c.example/cb?tenant=a")),
      Case(
        "oidcc-redirect-uri-query-mismatch",
        ("https://c.example/cb?tenant=a", "https://c.example/cb?tenant=b")),
    ])
  func redirectURI(_ row: Case<(String, String)>) async throws {
    let (registered, sent) = row.value
    let op = try await OP(OP.client(registered))
    op.expectPage(try await op.answer(to: op.request(with: ["redirect_uri": sent])))
  }

  @Test(
    "oidcc-ensure-request-object-with-redirect-uri: the redirect URI of the signed object takes precedence"
  )
  func ensureRequestObjectWithRedirectUri() async throws {
    let key = try SigningKey.generate(.rs256)
    var client = OP.client()
    client.registration.metadata.jwks = [key.publicJWK]
    let op = try await OP(client)
    var claims: JSONObject = [
      "iss": "rp", "aud": .string(op.server.issuer),
      "exp": .number(JSONNumber(Int(op.server.clock.now.timeIntervalSince1970) + 60)),
    ]
    for (name, value) in op.request.pairs { claims[name] = .string(value) }
    let asked = op.request(with: [
      "request": try key.sign(claims, type: "oauth-authz-req+jwt"),
      "redirect_uri": "https://evil.example/cb",
    ])
    let login = try await op.answer(to: asked)
    #expect(login.location?.hasPrefix(op.server.issuer + "/login?") == true)
    let callback = try await op.callback(
      op.request(with: ["request": asked["request"], "nonce": "another"]))
    let tokens = try await op.redeem(callback["code"])
    let claimed = try await op.claims(of: tokens.json["id_token"]).claims
    #expect(claimed["nonce"]?.stringValue == op.request["nonce"])
  }

  @Test("oidcc-redirect-uri-query-OK: the response keeps a registered query")
  func redirectUriQueryOK() async throws {
    let op = try await OP(OP.client("https://c.example/cb?tenant=a"))
    let callback = try await op.callback()
    #expect(callback["tenant"] == "a")
    #expect(try await op.redeem(callback["code"]).status == 200)
  }

  @Test("oidcc-redirect-uri-regfrag: the server refuses a redirect URI with a fragment")
  func redirectUriRegfrag() async throws {
    let op = try await RegisteringOP()
    let reply = try await op.register(["redirect_uris": ["https://c.example/cb#here"]])
    #expect(reply.status == 400 && reply.error == "invalid_redirect_uri")
  }

  @Test("oidcc-registration-jwks-uri: the client authenticates by keys at its jwks_uri")
  func registrationJwksUri() async throws {
    let op = try await RegisteringOP()
    let key = try SigningKey.generate(.es256)
    op.publish([key])
    let reply = try await op.register([
      "token_endpoint_auth_method": "private_key_jwt",
      "jwks_uri": .string(op.documents.url + "/jwks"),
    ])
    let client = try await op.client(reply)
    #expect(try await op.tokens(client, by: key)["id_token"] != nil)
  }

  @Test("oidcc-registration-logo-uri: the server registers a logo and does not show it")
  func registrationLogoUri() async throws {
    let op = try await RegisteringOP()
    let logo = op.documents.url + "/logo.png"
    let bad = try await op.register(["logo_uri": .string(logo)])
    #expect(bad.status == 400 && bad.error == "invalid_client_metadata")
    let reply = try await op.register(["logo_uri": "https://c.example/logo.png"])
    #expect(reply.json["logo_uri"] == "https://c.example/logo.png")
    let page = try await op.consentPage(reply)
    #expect(page.status == 200 && !page.text.contains("logo.png"))
    #expect(try await op.client(reply).tokens()["id_token"] != nil)
  }

  @Test(
    "The consent page has a link to the client's document",
    arguments: [
      Case("oidcc-registration-policy-uri", "policy_uri"),
      Case("oidcc-registration-tos-uri", "tos_uri"),
    ])
  func registrationLink(_ row: Case<String>) async throws {
    let op = try await RegisteringOP()
    let reply = try await op.register([row.value: "https://c.example/document"])
    #expect(reply.json[row.value] == "https://c.example/document")
    let page = try await op.consentPage(reply)
    #expect(page.text.contains(#"href="https://c.example/document""#))
  }

  @Test(
    "oidcc-registration-sector-bad: the server refuses a sector document without the redirect URI")
  func registrationSectorBad() async throws {
    let op = try await RegisteringOP()
    op.documents["/sector"] = .json(Array(#"["https://d.example/cb"]"#.utf8))
    let reply = try await op.register([
      "sector_identifier_uri": .string(op.documents.url + "/sector")
    ])
    #expect(reply.status == 400 && reply.error == "invalid_client_metadata")
  }

  @Test("oidcc-registration-sector-uri: a list of redirect URIs forms a sector")
  func registrationSectorUri() async throws {
    let op = try await RegisteringOP()
    let list = #"["https://c.example/cb","https://d.example/cb"]"#
    op.documents["/sector"] = .json(Array(list.utf8))
    let reply = try await op.register([
      "subject_type": "pairwise",
      "redirect_uris": ["https://c.example/cb", "https://d.example/cb"],
      "sector_identifier_uri": .string(op.documents.url + "/sector"),
    ])
    let client = try await op.client(reply)
    let tokens = try await client.tokens()
    let claims = try await client.claims(of: tokens["id_token"]).claims
    #expect(claims["sub"] != nil && claims["sub"]?.stringValue != TestUser.alice.id)
    #expect(try await client.userInfo(tokens["access_token"]).json["sub"] == claims["sub"])
  }
}
