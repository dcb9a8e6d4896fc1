// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("A provider is found by somebody's name")
struct ProviderByNameTests {
  /// A host that names an issuer, and the issuer's own document.
  private func network(_ named: String, documented: String? = nil) -> RecordingTransport {
    RecordingTransport { address in
      if address.hasPrefix("https://example.com/.well-known/webfinger?") {
        return .json([
          "links": [["rel": "http://openid.net/specs/connect/1.0/issuer", "href": .string(named)]]
        ])
      }
      return .json([
        "issuer": .string(documented ?? named),
        "authorization_endpoint": .string(named + "/authorize"),
        "token_endpoint": .string(named + "/token"), "jwks_uri": .string(named + "/jwks"),
      ])
    }
  }

  private func find(_ network: RecordingTransport) async throws(OAuthError) -> Provider {
    try await Provider.find(by: "joe@example.com", transport: network)
  }

  @Test("whose host says where it is, and which says so itself")
  func found() async throws {
    let network = network("https://op.example/t1")
    #expect(try await find(network).metadata.issuer.text == "https://op.example/t1")
    #expect(network.addresses.last == "https://op.example/t1/.well-known/openid-configuration")
  }

  // attack: C-21
  @Test("an issuer whose document is another's is refused")
  func mismatch() async throws {
    let error = await failure {
      try await find(network("https://op.example", documented: "https://evil.example"))
    }
    #expect(error == .unreadable(.discoveryMismatch, ""))
  }

  @Test(
    "a host of the Internet cannot send this program into its own network",
    arguments: ["https://10.0.0.1", "https://localhost", "https://169.254.169.254"])
  func inside(issuer: String) async throws {
    let network = network(issuer)
    #expect(await failure { try await find(network) } == .unreadable(.addressRefused, ""))
    #expect(network.addresses.count == 1)
  }

  @Test("a name without a host is the caller's mistake, and nobody is asked")
  func misuse() async throws {
    let network = network("https://op.example")
    let error = await failure { try await Provider.find(by: "@", transport: network) }
    #expect(error?.outcome == .misused)
    #expect(network.addresses.isEmpty)
  }
}
