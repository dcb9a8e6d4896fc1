// SPDX-License-Identifier: Apache-2.0
import TestKit

/// A client that signs its authorization requests, and what it signs.
struct SignedAsk {
  let client: AssertingClient
  let ask: Ask

  init(
    _ id: String = "signer", change: (inout AssertingClient) -> Void = { _ in }
  ) throws {
    var client = try AssertingClient(
      id, grants: ["authorization_code", "refresh_token"],
      redirects: ["https://c.example/cb"], scopes: ["openid", "profile", "email"])
    change(&client)
    self.client = client
    ask = Ask(client.client)
  }

  /// The claims of a good object.
  func claims(for world: World, _ changes: KeyValuePairs<String, JSONValue?> = [:]) -> JSONObject {
    var claims: JSONObject = [
      "iss": .string(client.client.registration.id), "aud": .string(world.server.issuer),
      "nbf": world.server.clock.seconds(), "exp": world.server.clock.seconds(60),
    ]
    for (name, value) in ask.parameters.pairs { claims[name] = .string(value) }
    return claims.with(changes)
  }

  /// The header of a good object.
  var header: JSONObject {
    client.header.with(["typ": "oauth-authz-req+jwt"])
  }

  /// A good object, but for the changes.
  func object(
    for world: World, _ changes: KeyValuePairs<String, JSONValue?> = [:]
  ) throws -> String {
    try handmadeJWT(header, claims(for: world, changes), by: client.key)
  }

  /// The request that carries an object, and nothing else that counts.
  func carrying(_ object: String) -> Ask {
    var short = ask
    short.parameters = ["client_id": client.client.registration.id, "request": object]
    return short
  }

  /// Exchanges a code.
  func exchange(_ code: String, in world: World) async throws -> WireReply {
    var form = ask.exchange(code)
    for (name, value) in try client.form(for: world).pairs { form[name] = value }
    return try await world.token(form)
  }
}
