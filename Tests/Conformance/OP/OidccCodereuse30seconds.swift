// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccCodereuse30seconds {
  @Test("oidcc-codereuse-30seconds: a code that comes again half a minute later ends the tokens")
  func refused() async throws {
    let op = try await OP()
    let code = try await op.callback()["code"]
    let tokens = try await op.redeem(code).json
    op.server.clock.advance(by: .seconds(30))
    #expect(try await op.redeem(code).error == "invalid_grant")
    #expect(try await op.userInfo(tokens["access_token"]).status == 401)
    #expect(try await op.refresh(tokens["refresh_token"]?.stringValue).error == "invalid_grant")
    await op.server.stop()
  }
}
