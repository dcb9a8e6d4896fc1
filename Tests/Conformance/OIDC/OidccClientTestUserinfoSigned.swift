// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccClientTestUserinfoSigned {
  // attack: C-51
  @Test("oidcc-client-test-userinfo-signed: a signed answer is verified, and nothing else is taken")
  func works() async throws {
    #expect(try await RelyingParty.signedUserInfo()["email"] == "alice@example.org")
    for (fault, code) in [
      (Fault.unsignedUserInfo, OAuthError.Code.signedAnswerInvalid),
      (.corruptUserInfo, .signedAnswerInvalid), (.userInfoOfAnotherIssuer, .signedAnswerInvalid),
      (.userInfoForAnotherClient, .signedAnswerInvalid), (.plainUserInfo, .replyMalformed),
      (.userInfoOfAnotherUser, .subjectMismatch),
    ] {
      let error = await failure { try await RelyingParty.signedUserInfo(fault) }
      #expect(error?.code == code, "\(fault)")
    }
  }
}
