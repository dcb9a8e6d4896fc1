// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccServerRotateKeys {
  @Test("oidcc-server-rotate-keys: after a rotation old and new keys are published and verify")
  func works() async throws {
    let op = try await OP()
    let first = try await op.tokens()
    let old = try await op.claims(of: first["id_token"]).header.keyID
    try await op.server.rotateKeys()
    op.server.clock.advance(by: .seconds(600))
    let second = try await op.refresh(first["refresh_token"]?.stringValue).json
    let new = try await op.claims(of: second["id_token"]).header.keyID
    #expect(old != nil && new != nil && old != new)
    #expect(try await op.claims(of: first["id_token"]).header.keyID == old)
    await op.server.stop()
  }
}
