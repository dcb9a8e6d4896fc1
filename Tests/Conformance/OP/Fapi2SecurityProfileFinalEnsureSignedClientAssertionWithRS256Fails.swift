// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Foundation
import HTTPTypes
import Testing

struct Fapi2SecurityProfileFinalEnsureSignedClientAssertionWithRS256Fails {
  @Test(
    "fapi2-security-profile-final-ensure-signed-client-assertion-with-RS256-fails: an assertion signed with RS256 is refused, where another algorithm was registered"
  )
  func works() async throws {
    let fapi = try await FAPIOP(.rs256)
    let refused = try await fapi.push()
    #expect(refused.status == 401)
    #expect(refused.error == "invalid_client")
    await fapi.op.server.stop()
  }
}
