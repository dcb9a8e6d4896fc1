// SPDX-License-Identifier: Apache-2.0
import TestKit

/// A client that signs its authorization requests, and its request objects.
struct SignedAsk {
  let client: AssertingClient
  let ask: Ask

  init(_ id: String = "signer", change: (inout RegisteredClient) -> Void = { _ in }) throws {
    client = try AssertingClient(
      id, grants: ["authorization_code", "refresh_token"],
      redirects: ["https://c.example/cb"], scopes: ["openid", "profile", "email"]
    ).with(change)
    ask = Ask(client.client)
  }

  /// The same, with the client registered at the server.
  static func registered(
    change: (inout RegisteredClient) -> Void = { _ in }
  ) async throws -> SignedAsk {
    let signed = try SignedAsk(change: change)
    try await world.add(signed.client.client)
    return signed
  }

  /// The claims of a valid request object.
  func claims(_ changes: KeyValuePairs<String, JSONValue?> = [:]) -> JSONObject {
    var claims: JSONObject = [
      "iss": .string(client.client.registration.id), "aud": .string(world.server.issuer),
      "nbf": world.server.clock.seconds(), "exp": world.server.clock.seconds(60),
    ]
    for (name, value) in ask.parameters.pairs { claims[name] = .string(value) }
    return claims.with(changes)
  }

  /// The header of a valid request object.
  var header: JSONObject {
    client.header.with(["typ": "oauth-authz-req+jwt"])
  }

  /// A valid request object with these changes.
  func object(_ changes: KeyValuePairs<String, JSONValue?> = [:]) throws -> String {
    try handmadeJWT(header, claims(changes), by: client.key)
  }

  /// The request with an object and only the required parameters beside it.
  func carrying(_ object: String) -> Ask {
    var short = ask
    short.parameters = ["client_id": client.client.registration.id, "request": object]
    return short
  }

  /// Exchanges a code.
  func exchange(_ code: String) async throws -> WireReply {
    try await world.token(ask.exchange(code).with(client.form()))
  }
}
