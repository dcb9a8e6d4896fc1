// SPDX-License-Identifier: Apache-2.0
import TestKit

/// A client that authenticates by a key, and what it signs.
struct AssertingClient {
  let client: TestClient
  let key: SigningKey

  private init(_ client: TestClient, _ key: SigningKey) {
    self.client = client
    self.key = key
  }

  /// The same client with another registration.
  func registered(as registration: RegisteredClient) -> AssertingClient {
    AssertingClient(TestClient(registration), key)
  }

  init(
    _ id: String = "signer", grants: [String] = ["client_credentials"],
    redirects: [String] = [], scopes: [String] = ["jobs:read"]
  ) throws {
    key = try SigningKey.generate(.es256)
    var registration = RegisteredClient(
      id: id, name: "Signer \(id)", redirectURIs: redirects,
      authenticationMethod: "private_key_jwt", grantTypes: grants, scopes: scopes)
    registration.metadata.jwks = [key.publicJWK]
    client = TestClient(registration)
  }

  /// The claims of a good assertion.
  func claims(for world: World, jti: String) -> JSONObject {
    [
      "iss": .string(client.registration.id), "sub": .string(client.registration.id),
      "aud": .string(world.server.issuer), "jti": .string(jti),
      "iat": world.server.clock.seconds(), "exp": world.server.clock.seconds(60),
    ]
  }

  /// The header of a good assertion.
  var header: JSONObject { ["alg": "ES256", "kid": .string(key.keyID)] }

  /// The parameters that carry an assertion.
  static func form(_ assertion: String) -> Query {
    [
      "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      "client_assertion": assertion,
    ]
  }

  /// A fresh good assertion, as parameters.
  func form(for world: World) throws -> Query {
    let jti = RuntimeEnvironment.live.token()
    return Self.form(try handmadeJWT(header, claims(for: world, jti: jti), by: key))
  }

  /// Asks for a token of the client's own with an assertion of these claims.
  func ask(
    _ world: World, header: JSONObject? = nil, _ claims: JSONObject, by key: SigningKey? = nil
  ) async throws -> WireReply {
    var form = Self.form(try handmadeJWT(header ?? self.header, claims, by: key ?? self.key))
    form["grant_type"] = "client_credentials"
    return try await world.token(form)
  }
}
