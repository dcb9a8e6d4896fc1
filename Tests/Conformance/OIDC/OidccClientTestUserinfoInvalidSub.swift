// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccClientTestUserinfoInvalidSub {
  @Test("oidcc-client-test-userinfo-invalid-sub: claims about somebody else are not used")
  func refused() async throws {
    let party = try await RelyingParty(.userInfoOfAnotherUser)
    let session = try await party.signIn()
    let error = await failure { try await session.userInfo() }
    #expect(error?.code == .subjectMismatch)
    #expect(error?.parameter == "sub")
    await party.provider.stop()
  }
}
