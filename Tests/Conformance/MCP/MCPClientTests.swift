// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite(.timeLimit(.minutes(10)))
struct MCPClientTests {
  @Test("auth/basic-cimd: the client id is the address of the client's metadata")
  func basicCimd() async throws {
    let world = try await MCPWorld.start { $0.acceptsAddresses = true }
    let address = "https://conformance-test.local/client-metadata.json"
    let clients = try ResourceClients(
      .native(name: "Tool", redirectURIs: [MCPWorld.redirectURI]),
      metadataDocument: Endpoint(address))
    #expect(try await world.call(with: world.access(as: clients)) == 200)
    #expect(world.server.seen.registrations.isEmpty)
    #expect(world.server.seen.authorizations.first?["client_id"] == address)
    #expect(world.server.seen.tokens.first?.form["client_id"] == address)
  }

  @Test("auth/client-credentials-basic: the client credentials grant with a secret")
  func clientCredentialsBasic() async throws {
    let world = try await MCPWorld.start {
      $0.methods = ["client_secret_basic"]
      $0.registers = false
    }
    let clients = try world.registered(
      "conformance-test-client", .basic(Secret("conformance-test-secret")))
    #expect(try await world.call(with: world.access(as: clients, by: .credentials)) == 200)
    #expect(world.server.seen.tokens.map { $0.form["grant_type"] } == ["client_credentials"])
    #expect(world.server.seen.tokens.first?.authorization?.hasPrefix("Basic ") == true)
    #expect(world.server.seen.authorizations.isEmpty)
  }

  @Test("auth/client-credentials-jwt: the client credentials grant with an assertion")
  func clientCredentialsJwt() async throws {
    let world = try await MCPWorld.start {
      $0.methods = ["private_key_jwt"]
      $0.registers = false
    }
    let (key, issuer) = (try SigningKey.generate(.es256), try Issuer(world.server.issuer))
    let clients = try world.registered(
      "conformance-test-client", .privateKeyJWT(key, ClientAssertion(for: issuer)))
    #expect(try await world.call(with: world.access(as: clients, by: .credentials)) == 200)
    let form = try #require(world.server.seen.tokens.first?.form)
    let claims = try UnverifiedJWT(form["client_assertion"] ?? "").verified(
      by: VerificationKeySet(JWKSet(keys: [key.publicJWK])), accepting: [.es256]
    ).claims
    #expect(claims["aud"]?.stringValue == issuer.text)
    #expect(claims["iss"]?.stringValue == "conformance-test-client")
    #expect(claims["sub"]?.stringValue == "conformance-test-client")
  }

  @Test(
    "Tokens are bound to a key, and every request has a proof",
    arguments: [
      Case("auth/dpop", MCPScript.Nonces.absent), Case("auth/dpop-nonce", .required),
    ])
  func dpop(_ row: Case<MCPScript.Nonces>) async throws {
    let world = try await MCPWorld.start { $0.nonces = row.value }
    let access = try world.access(dpop: .required())
    #expect(try await world.call(with: access) == 200)
    #expect(try await world.call(with: access) == 200)
    #expect(world.server.seen.authorizations.first?["dpop_jkt"] != nil)
    #expect(try await world.store.sessions().map(\.tokenType) == ["DPoP"])
    // The first request has no token; the first proof has no nonce.
    #expect(world.mcp.count("/mcp") == (row.value == .required ? 4 : 3))
  }

  @Test("auth/enterprise-managed-authorization: the client presents an identity assertion")
  func enterpriseManagedAuthorization() async throws {
    let world = try await MCPWorld.start {
      $0.registers = false
      $0.methods = ["client_secret_basic"]
      $0.assertion = { form in
        guard form["grant_type"] == TokenExchangeGrant.type, form["subject_token"] == "id-token",
          form["requested_token_type"] == TokenTypeIdentifier.identityAssertion.rawValue
        else { return nil }
        return "jag for \(form["audience"] ?? "") and \(form["resource"] ?? "")"
          .split(separator: " ").joined(separator: "+")
      }
    }
    let clients = try world.registered("xaa-client", .basic(Secret("xaa-secret")))
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
        let assertion = try await Transports.system.perform(exchange, environment: .live)
        return .jwtBearer(assertion.accessToken)
      })
    #expect(try await world.call(with: access) == 200)
    #expect(world.second.seen.tokens.first?.form["audience"] == world.server.issuer)
    let form = try #require(world.server.seen.tokens.first?.form)
    #expect(form["grant_type"] == "urn:ietf:params:oauth:grant-type:jwt-bearer")
    #expect(form["assertion"] == "jag+for+\(world.server.issuer)+and+\(world.mcp.base)/mcp")
    #expect(world.server.seen.tokens.first?.authorization?.hasPrefix("Basic ") == true)
  }

  @Test("auth/pre-registration: a registered client at a server without registration")
  func preRegistration() async throws {
    let world = try await MCPWorld.start {
      $0.registers = false
      $0.methods = ["client_secret_basic"]
    }
    let clients = try world.registered(
      "pre-registered-client", .basic(Secret("pre-registered-secret")),
      .native(name: "Tool", redirectURIs: [MCPWorld.redirectURI]))
    #expect(try await world.call(with: world.access(as: clients)) == 200)
    #expect(world.server.seen.tokens.first?.authorization?.hasPrefix("Basic ") == true)
    #expect(world.server.seen.authorizations.first?["client_id"] == "pre-registered-client")
  }

  /// The only supported authentication method, and how the client authenticates by it.
  struct Method: Sendable {
    let name: String
    let authorization: String?
    let secret: String?
    var clientID: String?
  }

  @Test(
    "The client uses the only supported authentication method",
    arguments: [
      Case(
        "auth/token-endpoint-auth-basic",
        // as1-client:as1-secret
        Method(
          name: "client_secret_basic", authorization: "Basic YXMxLWNsaWVudDphczEtc2VjcmV0",
          secret: nil)),
      Case(
        "auth/token-endpoint-auth-none",
        Method(name: "none", authorization: nil, secret: nil, clientID: "as1-client")),
      Case(
        "auth/token-endpoint-auth-post",
        Method(
          name: "client_secret_post", authorization: nil, secret: "as1-secret",
          clientID: "as1-client")),
    ])
  func tokenEndpointAuth(_ row: Case<Method>) async throws {
    let world = try await MCPWorld.start { $0.methods = [row.value.name] }
    #expect(try await world.call(with: world.access()) == 200)
    let tokens = world.server.seen.tokens
    #expect(tokens.map(\.authorization) == [row.value.authorization])
    #expect(tokens.first?.form["client_secret"] == row.value.secret)
    #expect(row.value.clientID == nil || tokens.first?.form["client_id"] == row.value.clientID)
  }

  @Test("auth/wif-jwt-bearer: a workload presents the JWT of its platform")
  func wifJwtBearer() async throws {
    let jwtBearer = "urn:ietf:params:oauth:grant-type:jwt-bearer"
    let world = try await MCPWorld.start {
      $0.registers = false
      $0.token = { form, _ in form["assertion"] == "expired" ? "invalid_grant" : nil }
    }
    let clients = try world.registered("conformance-wif-workload", .none)
    let key = try SigningKey.generate(.es256)
    let expired = try world.access(
      as: clients, by: .grant { _, _ in .assertion(type: jwtBearer, Secret("expired")) })
    #expect(try await world.failure(with: expired)?.code == .invalidGrant)
    #expect(world.server.seen.tokens.count == 1)
    let valid = try world.access(
      as: clients,
      by: .grant { server, _ in
        let claims: JSONObject = ["iss": "https://idp", "aud": .string(server.issuer.text)]
        return .assertion(type: jwtBearer, Secret(try key.sign(claims)))
      })
    #expect(try await world.call(with: valid) == 200)
    let form = try #require(world.server.seen.tokens.last?.form)
    #expect(form["grant_type"] == jwtBearer)
    let assertion = try UnverifiedJWT(form["assertion"] ?? "")
      .verified(by: VerificationKeySet(JWKSet(keys: [key.publicJWK])), accepting: [.es256])
    #expect(assertion.claims["aud"]?.stringValue == world.server.issuer)
  }
}
