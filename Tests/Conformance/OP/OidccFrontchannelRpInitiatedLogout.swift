// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckServer
import CoatcheckTesting
import Foundation
import Testing

struct OidccFrontchannelRpInitiatedLogout {
  @Test(
    "oidcc-frontchannel-rp-initiated-logout: the client's page is shown in a frame")
  func works() async throws {
    try await LoopbackApp.run { app in
      let op = try await OP(OP.leaving(frame: app.origin + "/frame"))
      let page = try await op.signInAndOut()
      let frame = try #require(page.text.components(separatedBy: "<iframe src=\"").last)
      let address = frame.prefix { $0 != "\"" }.replacingOccurrences(of: "&amp;", with: "&")
      _ = try await op.browser.get(address)
      let told = try FrontChannelLogout(try #require(app.received.first).head)
      #expect(told.issuer == op.server.issuer && told.sessionID != nil)
      #expect(page.text.contains("href=\"\(OP.out)?state=state-9876543210\""))
      #expect(try await !op.isSignedIn())
      await op.server.stop()
    }
  }
}
