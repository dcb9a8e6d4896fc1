// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckServer
import CoatcheckTesting
import HTTPTypes
import Testing

struct OidccClientTestUserinfoBearerHeader {
  @Test(
    "oidcc-client-test-userinfo-bearer-header: the access token travels in the Authorization field")
  func works() async throws {
    let party = try await RelyingParty()
    let session = try await party.signIn()
    _ = try await session.userInfo()
    let request = try #require(party.provider.requests(.userInfo).first)
    let token = try await session.accessToken().reveal()
    #expect(request.head.headerFields[.authorization] == "Bearer \(token)")
    #expect(request.head.path == "/userinfo")
    await party.provider.stop()
  }
}
