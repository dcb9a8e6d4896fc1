// SPDX-License-Identifier: Apache-2.0

import TestKit

extension TestServer {
  /// A client with the clock of the server.
  func client(
    in store: any TokenStore = MemoryTokenStore(),
    agent: any UserAgent = TestUser.alice.agent()
  ) async throws -> Client {
    let provider = try await Provider.discover(
      issuer, transport: .platform, environment: environment)
    return Client(of: provider, id: "app", store: store, transport: .platform) {
      $0.userAgent = agent
      $0.environment = environment
    }
  }
}
