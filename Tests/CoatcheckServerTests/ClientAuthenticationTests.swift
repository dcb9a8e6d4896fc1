// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("client authentication", .world)
struct ClientAuthenticationTests {
  private static let secret = TestClient.service.secret?.reveal() ?? ""

  /// Sends a client credentials grant of the service.
  private func ask(_ secret: String) async throws -> WireReply {
    try await world.credentials(TestClient(TestClient.service.registration, secret: Secret(secret)))
  }

  // attack: T-16
  @Test("a wrong secret is refused, and after 20 of them also the right one for a time")
  func wrongSecrets() async throws {
    let disabled = TestClient.backend("gone", grants: ["client_credentials"], scopes: ["x"])
      .with { $0.standing = .disabled }
    try await world.add(disabled)
    let right = Self.secret
    for wrong in ["wrong", String(right.dropLast()), right.uppercased(), right + "0"] {
      #expect(try await ask(wrong).isRefused("invalid_client", 401))
    }
    #expect(try await world.credentials(disabled).status == 401)
    // A right secret resets the count of the four wrong ones.
    #expect(try await world.credentials().status == 200)
    for _ in 0..<20 {
      #expect(try await ask("wrong").status == 401)
    }
    for secret in ["wrong", right] {
      let reply = try await ask(secret)
      #expect(reply.status == 429)
      #expect(reply["retry-after"] == ["900"])
    }
    #expect(world.log.has("client_throttled"))
    world.server.clock.advance(by: .seconds(900))
    #expect(try await world.credentials().status == 200)
  }

  // attack: T-17
  @Test("a client registered for Basic cannot authenticate in another way")
  func otherMethods() async throws {
    let forms: [Query] = [
      ["grant_type": "client_credentials", "client_id": "service", "client_secret": Self.secret],
      ["grant_type": "client_credentials", "client_id": "service"],
      [
        "grant_type": "client_credentials", "client_id": "service",
        "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
        "client_assertion": "e30.e30.c2ln",
      ],
    ]
    for form in forms {
      #expect(try await world.token(form).isRefused("invalid_client", 401))
    }
  }

  // attack: T-18
  @Test("a public client with a secret is refused, as is a confidential one without")
  func secretsWhereNone() async throws {
    let code = try await world.code()
    var form = Ask().exchange(code)
    form["client_secret"] = "invented"
    #expect(try await world.token(form).status == 401)
    let confidential = Ask(.web)
    var bare = confidential.exchange(try await world.code(confidential))
    bare["client_id"] = "web"
    #expect(try await world.token(bare).status == 401)
  }

  // attack: T-38
  @Test("the client credentials grant is for confidential clients and scopes without a user")
  func clientCredentials() async throws {
    let app = TestClient(
      RegisteredClient(
        id: "pub", name: "Public", redirectURIs: [], authenticationMethod: "none",
        grantTypes: ["client_credentials"], scopes: ["jobs:read"]))
    try await world.add(app)
    let open = try await world.token(["grant_type": "client_credentials", "client_id": "pub"])
    #expect(open.error == "unauthorized_client")
    for scope in ["openid", "offline_access", "jobs:read openid", "jobs:all"] {
      #expect(try await world.credentials(.service, ["scope": scope]).isRefused("invalid_scope"))
    }
    let reply = try await world.credentials()
    #expect(reply.status == 200)
    expect(
      reply.json, has: ["refresh_token": nil, "id_token": nil, "scope": "jobs:read jobs:write"])
    #expect(try await world.claims(try Tokens(reply).access)["sub"] == "client:service")
    #expect(try await world.credentials(.web).error == "unauthorized_client")
  }
}
