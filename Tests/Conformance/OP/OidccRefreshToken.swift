// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccRefreshToken {
  @Test("oidcc-refresh-token: a refresh brings tokens of the same person")
  func works() async throws {
    let op = try await OP()
    let first = try await op.tokens()
    let second = try await op.refresh(first["refresh_token"]?.stringValue).json
    #expect(second["access_token"] != first["access_token"])
    let before = try await op.claims(of: first["id_token"]).claims
    let after = try await op.userInfo(second["access_token"]).json
    #expect(after["sub"] == before["sub"])
    await op.server.stop()
  }
}
