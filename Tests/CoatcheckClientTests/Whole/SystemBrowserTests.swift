// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import Foundation
import Testing

@Suite("The system's browser")
struct SystemBrowserTests {
  @Test(
    "is given web addresses only",
    arguments: [
      "file:///etc/passwd", "javascript:alert(1)", "http://op.example/", "-oProxyCommand=x",
      "mailto:a@b.example",
    ])
  func otherSchemes(_ address: String) async throws {
    let url = try #require(URL(string: address))
    #expect(await failure { try await SystemBrowser.open(url) }?.outcome == .misused)
  }
}
