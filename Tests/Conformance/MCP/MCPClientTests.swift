// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite(.timeLimit(.minutes(10)))
struct MCPClientTests {
  @Test("auth/basic-cimd: the client id is the address of the client's metadata")
  func basicCimd() async throws {
    var script = MCPScript()
    script.takesAddresses = true
    let world = try await MCPWorld.start(script)
    let address = "https://conformance-test.local/client-metadata.json"
    let clients = try ResourceClients(
      .native(name: "Tool", redirectURIs: [MCPWorld.redirectURI]),
      metadataDocument: Endpoint(address))
    let access = try world.access(as: clients)
    #expect(try await world.call(with: access) == 200)
    #expect(world.server.seen.registrations.isEmpty)
    #expect(world.server.seen.authorizations.first?["client_id"] == address)
    #expect(world.server.seen.tokens.first?.form["client_id"] == address)
  }

  @Test("auth/client-credentials-basic: the client asks for itself, with its secret")
  func clientCredentialsBasic() async throws {
    var script = MCPScript()
    script.methods = ["client_secret_basic"]
    script.registers = false
    let world = try await MCPWorld.start(script)
    let identity = ClientIdentity(
      id: "conformance-test-client", authentication: .basic(Secret("conformance-test-secret")))
    let clients = try ResourceClients(
      ClientMetadata(), registered: [Issuer(world.server.issuer): identity])
    let access = try world.access(as: clients, by: .credentials)
    #expect(try await world.call(with: access) == 200)
    #expect(world.server.seen.tokens.map { $0.form["grant_type"] } == ["client_credentials"])
    #expect(world.server.seen.tokens.first?.authorization?.hasPrefix("Basic ") == true)
    #expect(world.server.seen.authorizations.isEmpty)
  }

  @Test("auth/client-credentials-jwt: the client asks for itself, with an assertion for the issuer")
  func clientCredentialsJwt() async throws {
    var script = MCPScript()
    script.methods = ["private_key_jwt"]
    script.registers = false
    let world = try await MCPWorld.start(script)
    let (key, issuer) = (try SigningKey.generate(.es256), try Issuer(world.server.issuer))
    let identity = ClientIdentity(
      id: "conformance-test-client",
      authentication: .privateKeyJWT(key, ClientAssertion(for: issuer)))
    let clients = try ResourceClients(ClientMetadata(), registered: [issuer: identity])
    let access = try world.access(as: clients, by: .credentials)
    #expect(try await world.call(with: access) == 200)
    let form = try #require(world.server.seen.tokens.first?.form)
    let claims = try UnverifiedJWT(form["client_assertion"] ?? "").verified(
      by: VerificationKeySet(JWKSet(keys: [key.publicJWK])), accepting: [.es256]
    ).claims
    #expect(claims["aud"]?.stringValue == issuer.text)
    #expect(claims["iss"]?.stringValue == "conformance-test-client")
    #expect(claims["sub"]?.stringValue == "conformance-test-client")
  }

  @Test("auth/dpop: tokens are bound to a key, and every request proves it")
  func dpop() async throws {
    var script = MCPScript()
    script.binds = true
    script.wantsNonces = false
    let world = try await MCPWorld.start(script)
    let access = try world.access(dpop: .required())
    #expect(try await world.call(with: access) == 200)
    #expect(try await world.call(with: access) == 200)
    #expect(world.server.seen.authorizations.first?["dpop_jkt"] != nil)
    #expect(try await world.store.sessions().map(\.tokenType) == ["DPoP"])
    // Once without a token, then what was asked for; the first proof lacked the nonce.
    #expect(world.mcp.count("/mcp") == 3)
  }

  @Test("auth/dpop-nonce: both servers want their own nonces in the proofs")
  func dpopNonce() async throws {
    var script = MCPScript()
    script.binds = true
    script.wantsNonces = true
    let world = try await MCPWorld.start(script)
    let access = try world.access(dpop: .required())
    #expect(try await world.call(with: access) == 200)
    #expect(try await world.call(with: access) == 200)
    #expect(world.server.seen.authorizations.first?["dpop_jkt"] != nil)
    #expect(try await world.store.sessions().map(\.tokenType) == ["DPoP"])
    // Once without a token, then what was asked for; the first proof lacked the nonce.
    #expect(world.mcp.count("/mcp") == 4)
  }

  @Test("auth/enterprise-managed-authorization: the company's issuer vouches, and nobody is asked")
  func enterpriseManagedAuthorization() async throws {
    var script = MCPScript()
    script.registers = false
    script.methods = ["client_secret_basic"]
    script.assertion = { form in
      guard form["grant_type"] == TokenExchangeGrant.type, form["subject_token"] == "id-token",
        form["requested_token_type"] == TokenTypeIdentifier.identityAssertion.rawValue
      else { return nil }
      return "jag for \(form["audience"] ?? "") and \(form["resource"] ?? "")"
        .split(separator: " ").joined(separator: "+")
    }
    let world = try await MCPWorld.start(script)
    let here = ClientIdentity(id: "xaa-client", authentication: .basic(Secret("xaa-secret")))
    let clients = try ResourceClients(
      ClientMetadata(), registered: [Issuer(world.server.issuer): here])
    let company = try Endpoint(world.second.issuer + "/token")
    let access = try world.access(
      as: clients,
      by: .grant { server, resource in
        let exchange = DirectExchange(
          .tokenExchange(
            TokenExchangeGrant(
              subject: .init(Secret("id-token"), .idToken), requestedType: .identityAssertion,
              audiences: [server.issuer.text])),
          client: ClientIdentity(id: "idp-client"), tokenEndpoint: company,
          resources: [resource.text])
        let vouched = try await Transports.system.perform(exchange, environment: .live)
        return .jwtBearer(vouched.accessToken)
      })
    #expect(try await world.call(with: access) == 200)
    #expect(world.second.seen.tokens.first?.form["audience"] == world.server.issuer)
    let form = try #require(world.server.seen.tokens.first?.form)
    #expect(form["grant_type"] == "urn:ietf:params:oauth:grant-type:jwt-bearer")
    #expect(form["assertion"] == "jag+for+\(world.server.issuer)+and+\(world.mcp.base)/mcp")
    #expect(world.server.seen.tokens.first?.authorization?.hasPrefix("Basic ") == true)
  }

  @Test(
    "auth/pre-registration: the client was registered beforehand, and the issuer registers nobody")
  func preRegistration() async throws {
    var script = MCPScript()
    script.registers = false
    script.methods = ["client_secret_basic"]
    let world = try await MCPWorld.start(script)
    let identity = ClientIdentity(
      id: "pre-registered-client", authentication: .basic(Secret("pre-registered-secret")))
    let clients = try ResourceClients(
      .native(name: "Tool", redirectURIs: [MCPWorld.redirectURI]),
      registered: [Issuer(world.server.issuer): identity])
    let access = try world.access(as: clients)
    #expect(try await world.call(with: access) == 200)
    #expect(world.server.seen.tokens.first?.authorization?.hasPrefix("Basic ") == true)
    #expect(world.server.seen.authorizations.first?["client_id"] == "pre-registered-client")
  }

  @Test("auth/token-endpoint-auth-basic: the issuer takes client_secret_basic only")
  func tokenEndpointAuthBasic() async throws {
    var script = MCPScript()
    script.methods = ["client_secret_basic"]
    let world = try await MCPWorld.start(script)
    let access = try world.access()
    #expect(try await world.call(with: access) == 200)
    // as1-client:as1-secret
    let sent = world.server.seen.tokens.map(\.authorization)
    #expect(sent == ["Basic YXMxLWNsaWVudDphczEtc2VjcmV0"])
    #expect(world.server.seen.tokens.first?.form["client_secret"] == nil)
  }

  @Test("auth/token-endpoint-auth-none: the issuer takes none only")
  func tokenEndpointAuthNone() async throws {
    var script = MCPScript()
    script.methods = ["none"]
    let world = try await MCPWorld.start(script)
    let access = try world.access()
    #expect(try await world.call(with: access) == 200)
    #expect(world.server.seen.tokens.map(\.authorization) == [nil])
    #expect(world.server.seen.tokens.first?.form["client_secret"] == nil)
    #expect(world.server.seen.tokens.first?.form["client_id"] == "as1-client")
  }

  @Test("auth/token-endpoint-auth-post: the issuer takes client_secret_post only")
  func tokenEndpointAuthPost() async throws {
    var script = MCPScript()
    script.methods = ["client_secret_post"]
    let world = try await MCPWorld.start(script)
    let access = try world.access()
    #expect(try await world.call(with: access) == 200)
    #expect(world.server.seen.tokens.map(\.authorization) == [nil])
    #expect(world.server.seen.tokens.first?.form["client_secret"] == "as1-secret")
  }

  @Test("auth/wif-jwt-bearer: a workload shows the JWT of its platform, and a no is final")
  func wifJwtBearer() async throws {
    let jwtBearer = "urn:ietf:params:oauth:grant-type:jwt-bearer"
    var script = MCPScript()
    script.registers = false
    script.token = { form, _ in form["assertion"] == "expired" ? "invalid_grant" : nil }
    let world = try await MCPWorld.start(script)
    let clients = try ResourceClients(
      ClientMetadata(),
      registered: [Issuer(world.server.issuer): ClientIdentity(id: "conformance-wif-workload")])
    let key = try SigningKey.generate(.es256)
    let bad = try world.access(
      as: clients, by: .grant { _, _ in .assertion(type: jwtBearer, Secret("expired")) })
    #expect(try await world.failure(with: bad)?.code == .invalidGrant)
    #expect(world.server.seen.tokens.count == 1)
    let good = try world.access(
      as: clients,
      by: .grant { server, _ in
        let claims: JSONObject = ["iss": "https://idp", "aud": .string(server.issuer.text)]
        return .assertion(type: jwtBearer, Secret(try key.sign(claims)))
      })
    #expect(try await world.call(with: good) == 200)
    let form = try #require(world.server.seen.tokens.last?.form)
    #expect(form["grant_type"] == jwtBearer)
    let assertion = try UnverifiedJWT(form["assertion"] ?? "")
      .verified(by: VerificationKeySet(JWKSet(keys: [key.publicJWK])), accepting: [.es256])
    #expect(assertion.claims["aud"]?.stringValue == world.server.issuer)
  }
}
