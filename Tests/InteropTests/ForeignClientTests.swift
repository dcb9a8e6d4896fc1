// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("clients of other projects")
struct ForeignClientTests {
  @Test("are installed: make test installs Authlib and oidc-agent")
  func installed() {
    #expect(ForeignClient.isInstalled)
    #expect(ForeignClient.agentIsInstalled)
  }
}
