// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccDiscoveryEndpointVerification {
  @Test("oidcc-discovery-endpoint-verification: the metadata holds what it must")
  func works() async throws {
    let op = try await OP()
    let metadata = try await op.metadata()
    for endpoint in [
      metadata.authorizationEndpoint, metadata.tokenEndpoint, metadata.jwksURI,
      metadata.userInfoEndpoint,
    ] {
      #expect(endpoint?.text.hasPrefix(op.server.issuer + "/") == true)
    }
    #expect(metadata.responseTypesSupported?.contains("code") == true)
    #expect(metadata.subjectTypesSupported == ["public", "pairwise"])
    #expect(metadata.idTokenSigningAlgorithms?.contains("RS256") == true)
    #expect(metadata.scopesSupported?.contains("openid") == true)
    await op.server.stop()
  }
}
