// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Foundation
import HTTPTypes
import Testing

struct Fapi2SecurityProfileFinalParWithoutDuplicateParameters {
  @Test(
    "fapi2-security-profile-final-par-without-duplicate-parameters: the authorization request holds nothing but client_id and request_uri"
  )
  func works() async throws {
    let fapi = try await FAPIOP()
    let named = try await fapi.named(fapi.push())
    #expect(named.pairs.map(\.name) == ["client_id", "request_uri"])
    let callback = try await fapi.op.callback(named)
    #expect(callback["code"] != nil)
    #expect(callback["state"] == fapi.op.request["state"])
    #expect(callback["iss"] == fapi.op.server.issuer)
    await fapi.op.server.stop()
  }
}
