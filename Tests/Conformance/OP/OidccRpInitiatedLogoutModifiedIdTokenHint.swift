// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccRpInitiatedLogoutModifiedIdTokenHint {
  @Test(
    "oidcc-rp-initiated-logout-modified-id-token-hint: an unsigned hint leads nowhere")
  func works() async throws {
    let op = try await OP(OP.leaving())
    let token = try #require(try await op.tokens()["id_token"]?.stringValue)
    let claims = token.split(separator: ".")[1]
    let unsigned = Base64URL.encode(Array(#"{"alg":"none"}"#.utf8)) + ".\(claims)."
    let page = try await op.signInAndOut(["id_token_hint": unsigned])
    op.expectPage(page)
    try await op.expectStay(page)
    await op.server.stop()
  }
}
