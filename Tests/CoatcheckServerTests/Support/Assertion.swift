// SPDX-License-Identifier: Apache-2.0
import TestKit

/// A client that authenticates by assertions, and its key.
struct AssertingClient {
  let client: TestClient
  let key: SigningKey

  private init(_ client: TestClient, _ key: SigningKey) {
    self.client = client
    self.key = key
  }

  /// The same client with another registration.
  func with(_ change: (inout RegisteredClient) -> Void) -> AssertingClient {
    AssertingClient(client.with(change), key)
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

  /// The claims of a valid assertion.
  func claims(jti: String) -> JSONObject {
    [
      "iss": .string(client.registration.id), "sub": .string(client.registration.id),
      "aud": .string(world.server.issuer), "jti": .string(jti),
      "iat": world.server.clock.seconds(), "exp": world.server.clock.seconds(60),
    ]
  }

  /// The header of a valid assertion.
  var header: JSONObject { ["alg": "ES256", "kid": .string(key.keyID)] }

  /// The parameters that carry an assertion.
  static func form(_ assertion: String) -> Query {
    [
      "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      "client_assertion": assertion,
    ]
  }

  /// A new valid assertion, as parameters.
  func form() throws -> Query {
    let jti = RuntimeEnvironment.live.token()
    return Self.form(try handmadeJWT(header, claims(jti: jti), by: key))
  }

  /// Sends a client credentials grant with an assertion of these claims.
  func ask(
    header: JSONObject? = nil, _ claims: JSONObject, by key: SigningKey? = nil
  ) async throws -> WireReply {
    let form = Self.form(try handmadeJWT(header ?? self.header, claims, by: key ?? self.key))
    return try await world.credentials(client, form)
  }
}
