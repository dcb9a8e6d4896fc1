// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccRpInitiatedLogoutDiscoveryEndpointVerification {
  @Test(
    "oidcc-rp-initiated-logout-discovery-endpoint-verification: its place is told")
  func works() async throws {
    let op = try await OP(OP.leaving())
    let metadata = try await op.metadata()
    #expect(metadata.endSessionEndpoint?.text.hasPrefix(op.server.issuer + "/") == true)
    await op.server.stop()
  }
}
