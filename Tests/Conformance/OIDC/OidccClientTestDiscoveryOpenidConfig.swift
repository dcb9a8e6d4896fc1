// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccClientTestDiscoveryOpenidConfig {
  @Test("oidcc-client-test-discovery-openid-config: metadata is fetched and used")
  func used() async throws {
    let server = try await TestServer.start()
    let provider = try await Provider.discover(
      server.issuer, transport: .platform, environment: server.environment)
    #expect(provider.metadata.tokenEndpoint?.text == server.issuer + "/token")
    #expect(server.requests.count("/.well-known/openid-configuration") == 1)
    await server.stop()
  }
}
