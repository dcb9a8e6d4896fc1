// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("A provider is found by a user's identifier")
struct ProviderByNameTests {
  /// A transport with the WebFinger response of a host and the metadata of the issuer that it names.
  private func network(
    _ named: String, documented: String? = nil, endpoint: String? = nil
  ) -> AnsweringTransport {
    AnsweringTransport { request in
      if request.address.hasPrefix("https://example.com/.well-known/webfinger?") {
        return AnsweringTransport.json([
          "links": [["rel": "http://openid.net/specs/connect/1.0/issuer", "href": .string(named)]]
        ])
      }
      return AnsweringTransport.json([
        "issuer": .string(documented ?? named),
        "authorization_endpoint": .string(named + "/authorize"),
        "token_endpoint": .string(endpoint ?? named + "/token"),
        "jwks_uri": .string(named + "/jwks"),
      ])
    }
  }

  private func find(_ network: AnsweringTransport) async throws(OAuthError) -> Provider {
    try await Provider.find(by: "joe@example.com", transport: network)
  }

  @Test("if the host of the identifier names the issuer and its metadata confirms it")
  func found() async throws {
    let network = network("https://op.example/t1")
    #expect(try await find(network).metadata.issuer.text == "https://op.example/t1")
    #expect(network.addresses.last == "https://op.example/t1/.well-known/openid-configuration")
  }

  // attack: C-21
  @Test("an issuer whose metadata names another issuer is refused")
  func mismatch() async throws {
    await expectError(.unreadable(.discoveryMismatch, "")) {
      try await find(network("https://op.example", documented: "https://evil.example"))
    }
  }

  @Test(
    "a host on the Internet cannot name an issuer in a private network",
    arguments: ["https://10.0.0.1", "https://localhost", "https://169.254.169.254"])
  func inside(issuer: String) async throws {
    let network = network(issuer)
    #expect(await failure { try await find(network) } == .unreadable(.addressRefused, ""))
    #expect(network.addresses.count == 1)
  }

  @Test("metadata that names an endpoint in a private network is refused")
  func insideEndpoint() async throws {
    let network = network("https://op.example", endpoint: "https://10.0.0.1/token")
    #expect(await failure { try await find(network) } == .unreadable(.addressRefused, ""))
    #expect(!network.addresses.contains { $0.contains("10.0.0.1") })
  }

  @Test("an identifier without a host is misused, and no request is sent")
  func misuse() async throws {
    let network = network("https://op.example")
    await expectError(outcome: .misused) { try await Provider.find(by: "@", transport: network) }
    #expect(network.addresses.isEmpty)
  }
}
