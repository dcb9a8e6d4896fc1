// SPDX-License-Identifier: Apache-2.0

import TestKit

struct OPTokenTests {
  @Test("oidcc-alternate-happy-flow: the server accepts the parameters in another order")
  func alternateHappyFlow() async throws {
    let op = try await OP()
    let reversed = Parameters(op.request.pairs.reversed().map { ($0.name, $0.value) })
    let tokens = try await op.tokens(reversed)
    #expect(try await op.claims(of: tokens["id_token"]).claims["nonce"] == "nonce-0123456789")
  }

  @Test("oidcc-codereuse: a code can be redeemed once")
  func codereuse() async throws {
    let op = try await OP()
    let code = try await op.callback()["code"]
    #expect(try await op.redeem(code).status == 200)
    let again = try await op.redeem(code)
    #expect(again.status == 400 && again.error == "invalid_grant")
  }

  @Test("oidcc-codereuse-30seconds: a reused code revokes the tokens")
  func codereuse30seconds() async throws {
    let op = try await OP()
    let code = try await op.callback()["code"]
    let tokens = try await op.redeem(code).json
    op.server.clock.advance(by: .seconds(30))
    #expect(try await op.redeem(code).error == "invalid_grant")
    #expect(try await op.userInfo(tokens["access_token"]).status == 401)
    #expect(try await op.refresh(tokens["refresh_token"]?.stringValue).error == "invalid_grant")
  }

  @Test("oidcc-refresh-token: the refreshed tokens have the same subject")
  func refreshToken() async throws {
    let op = try await OP()
    let first = try await op.tokens()
    let second = try await op.refresh(first["refresh_token"]?.stringValue).json
    #expect(second["access_token"] != first["access_token"])
    let before = try await op.claims(of: first["id_token"]).claims
    let after = try await op.userInfo(second["access_token"]).json
    #expect(after["sub"] == before["sub"])
  }

  @Test("oidcc-refresh-token-rp-key-rotation: the client authenticates by its new key")
  func refreshTokenRpKeyRotation() async throws {
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
  }

  @Test("oidcc-server: the code flow")
  func server() async throws {
    let op = try await OP()
    let callback = try await op.callback()
    #expect(callback["state"] == "state-0123456789")
    #expect(callback["iss"] == op.server.issuer)
    let tokens = try await op.redeem(callback["code"]).json
    let claims = try await op.claims(of: tokens["id_token"]).claims
    #expect(claims["nonce"] == "nonce-0123456789")
    #expect(claims["aud"] == "rp")
    let claimed = try await op.userInfo(tokens["access_token"])
    #expect(claimed.json["sub"] == claims["sub"])
  }

  @Test("oidcc-server-client-secret-post: a client can authenticate in the form")
  func serverClientSecretPost() async throws {
    let op = try await OP(OP.client(method: "client_secret_post"))
    let tokens = try await op.tokens()
    #expect(try await op.userInfo(tokens["access_token"]).status == 200)
  }

  @Test("oidcc-server-rotate-keys: after a rotation the old and the new key are published")
  func serverRotateKeys() async throws {
    let op = try await OP()
    let first = try await op.tokens()
    let old = try await op.claims(of: first["id_token"]).header.keyID
    try await op.server.rotateKeys()
    op.server.clock.advance(by: .seconds(600))
    let second = try await op.refresh(first["refresh_token"]?.stringValue).json
    let new = try await op.claims(of: second["id_token"]).header.keyID
    #expect(old != nil && new != nil && old != new)
    #expect(try await op.claims(of: first["id_token"]).header.keyID == old)
  }
}
