// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccFrontchannelRpInitiatedLogoutDiscoveryEndpointVerification {
  @Test(
    "oidcc-frontchannel-rp-initiated-logout-discovery-endpoint-verification: it says so")
  func works() async throws {
    let op = try await OP(OP.leaving())
    let metadata = try await op.metadata()
    #expect(metadata.endSessionEndpoint != nil)
    #expect(metadata.frontchannelLogoutSupported)
    #expect(metadata.frontchannelLogoutSessionSupported)
    await op.server.stop()
  }
}
