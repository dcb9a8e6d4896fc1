// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("The authorization server of an API on the Internet")
struct ResourceDiscoveryTests {
  private static let fallback = ResourceDiscovery.Fallback.origin(because: "the server is of 2025")

  /// An API without resource metadata that is its own authorization server, and more members of the server
  /// metadata.
  private func network(_ members: JSONObject) -> AnsweringTransport {
    AnsweringTransport { request in
      guard request.address.hasSuffix("/.well-known/oauth-authorization-server") else {
        return AnsweringTransport.status(.notFound)
      }
      var json: JSONObject = [
        "issuer": "https://mcp.example", "token_endpoint": "https://mcp.example/token",
      ]
      for (name, value) in members { json[name] = value }
      return AnsweringTransport.json(json)
    }
  }

  private func find(
    _ members: JSONObject, _ fallback: ResourceDiscovery.Fallback = Self.fallback
  ) async throws(OAuthError) -> ResourceDiscovery.Found {
    try await ResourceDiscovery(transport: network(members), fallback: fallback)
      .find(Endpoint("https://mcp.example/mcp"))
  }

  // attack: V-19
  @Test(
    "cannot name an endpoint in a private network",
    arguments: [
      ["token_endpoint": "https://10.0.0.1/token"], ["revocation_endpoint": "https://localhost/r"],
      ["userinfo_endpoint": "https://169.254.169.254/"], ["jwks_uri": "https://router/jwks"],
      ["mtls_endpoint_aliases": ["token_endpoint": "https://192.168.1.1/token"]],
    ] as [JSONObject])
  func inside(members: JSONObject) async throws {
    #expect(await failure { try await find(members) } == .unreadable(.addressRefused, ""))
  }

  @Test("is the origin of the API only as a fallback for which the caller states a reason")
  func origin() async throws {
    #expect(try await find([:]).server.tokenEndpoint?.text == "https://mcp.example/token")
    #expect(await failure { try await find([:], .none) }?.code == .metadataMalformed)
  }
}
