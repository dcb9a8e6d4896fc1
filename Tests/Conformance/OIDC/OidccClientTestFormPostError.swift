// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccClientTestFormPostError {
  @Test("oidcc-client-test-form-post-error: an error that comes as a form is the provider's answer")
  func refused() async throws {
    let party = try await RelyingParty(.loginRequired)
    var options = AuthorizationOptions()
    options.prompt = ["none"]
    options.maxAge = 0
    let error = await failure { try await party.signInByForm(options) }
    #expect(error?.outcome == .refused)
    #expect(error?.code == .loginRequired)
    try await party.expectNoSignIn(tokenRequests: 0)
    let good = try await RelyingParty()
    #expect(try await good.signInByForm().account.issuer == good.provider.issuer)
    await good.provider.stop()
  }
}
