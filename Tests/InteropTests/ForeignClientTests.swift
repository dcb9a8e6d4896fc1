// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("a client written by others")
struct ForeignClientTests {
  @Test("is there: run make test, which installs Authlib and oidc-agent")
  func installed() {
    #expect(ForeignClient.isInstalled)
    #expect(ForeignClient.agentIsInstalled)
  }
}
