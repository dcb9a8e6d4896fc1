// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("client authentication")
struct ClientAuthenticationTests {
  private static let secret = TestClient.service.secret?.reveal() ?? ""
  private static let credentials: Query = ["grant_type": "client_credentials"]

  // attack: T-16
  @Test("a wrong secret is refused, and after twenty of them even the right one has to wait")
  func wrongSecrets() async throws {
    var disabled = TestClient(
      RegisteredClient(
        id: "gone", name: "Gone", redirectURIs: [], authenticationMethod: "client_secret_basic",
        grantTypes: ["client_credentials"], scopes: ["x"]), secret: Secret("gone-secret"))
    disabled.registration.standing = .disabled
    try await World.run(clients: World.allClients + [disabled]) { [disabled] world in
      let right = Self.secret
      for wrong in ["wrong", String(right.dropLast()), right.uppercased(), right + "0"] {
        let reply = try await world.wire.post(
          "/token", form: Self.credentials.encoded,
          [("Authorization", TestClient.basic("service", wrong))])
        #expect(reply.status == 401)
        #expect(reply.error == "invalid_client")
      }
      let gone = try await world.token(Self.credentials, as: disabled)
      #expect(gone.status == 401)
      // A right one makes up for the four.
      #expect(try await world.token(Self.credentials, as: .service).status == 200)
      for _ in 0..<20 {
        let reply = try await world.wire.post(
          "/token", form: Self.credentials.encoded,
          [("Authorization", TestClient.basic("service", "wrong"))])
        #expect(reply.status == 401)
      }
      for secret in ["wrong", right] {
        let reply = try await world.wire.post(
          "/token", form: Self.credentials.encoded,
          [("Authorization", TestClient.basic("service", secret))])
        #expect(reply.status == 429)
        #expect(reply["retry-after"] == ["900"])
      }
      #expect(world.log.has("client_throttled"))
      world.server.clock.advance(by: .seconds(900))
      #expect(try await world.token(Self.credentials, as: .service).status == 200)
    }
  }

  // attack: T-17
  @Test("a client registered for Basic cannot authenticate in another way")
  func otherMethods() async throws {
    try await World.run { world in
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
        let reply = try await world.token(form)
        #expect(reply.status == 401)
        #expect(reply.error == "invalid_client")
      }
    }
  }

  // attack: T-18
  @Test("a public client with a secret is refused, as is a confidential one without")
  func secretsWhereNone() async throws {
    try await World.run { world in
      let code = try await world.code()
      var form = Ask().exchange(code)
      form["client_secret"] = "invented"
      #expect(try await world.token(form).status == 401)
      let confidential = Ask(.web)
      var bare = confidential.exchange(try await world.code(confidential))
      bare["client_id"] = "web"
      #expect(try await world.token(bare).status == 401)
    }
  }

  // attack: T-38
  @Test("client credentials are for confidential clients and scopes of their own")
  func clientCredentials() async throws {
    let app = TestClient(
      RegisteredClient(
        id: "pub", name: "Public", redirectURIs: [], authenticationMethod: "none",
        grantTypes: ["client_credentials"], scopes: ["jobs:read"]))
    try await World.run(clients: World.allClients + [app]) { world in
      let open = try await world.token(["grant_type": "client_credentials", "client_id": "pub"])
      #expect(open.error == "unauthorized_client")
      for scope in ["openid", "offline_access", "jobs:read openid", "jobs:all"] {
        var form = Self.credentials
        form["scope"] = scope
        let reply = try await world.token(form, as: .service)
        #expect(reply.status == 400)
        #expect(reply.error == "invalid_scope")
      }
      let reply = try await world.token(Self.credentials, as: .service)
      #expect(reply.status == 200)
      #expect(reply.json["refresh_token"] == nil)
      #expect(reply.json["id_token"] == nil)
      #expect(reply.json["scope"]?.stringValue == "jobs:read jobs:write")
      let jwt = try verified(
        try Tokens(reply).access, by: await world.wire.send("GET", "/jwks"))
      #expect(jwt.claims["sub"]?.stringValue == "client:service")
      #expect(try await world.token(Self.credentials, as: .web).error == "unauthorized_client")
    }
  }
}
