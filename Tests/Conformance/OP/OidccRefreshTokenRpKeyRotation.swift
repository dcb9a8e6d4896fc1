// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccRefreshTokenRpKeyRotation {
  @Test("oidcc-refresh-token-rp-key-rotation: a refresh is proved by the client's new key")
  func works() async throws {
    let op = try await RegisteringOP()
    let (old, new) = (try SigningKey.generate(.es256), try SigningKey.generate(.rs256))
    op.publish([old])
    let reply = try await op.register([
      "token_endpoint_auth_method": "private_key_jwt",
      "jwks_uri": .string(op.documents.url + "/jwks"),
    ])
    let client = try await op.client(reply)
    let tokens = try await op.tokens(client, by: old)
    op.publish([new])
    op.server.clock.advance(by: .seconds(30))
    var form: Parameters = ["grant_type": "refresh_token"]
    form["refresh_token"] = tokens["refresh_token"]?.stringValue
    #expect(try await op.post(form, as: client, by: new).status == 200)
    #expect(try await op.post(form, as: client, by: old).error == "invalid_client")
    await op.stop()
  }
}
