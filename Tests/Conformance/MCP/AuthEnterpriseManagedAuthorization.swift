// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckClient
import CoatcheckJOSE
import CoatcheckOAuth
import Testing

struct AuthEnterpriseManagedAuthorization {
  @Test(
    "auth/enterprise-managed-authorization: the company's issuer vouches, and nobody is asked",
    .timeLimit(.minutes(10)))
  func vouched() async throws {
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
    try await MCPWorld.run(script) { world in
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
  }
}
