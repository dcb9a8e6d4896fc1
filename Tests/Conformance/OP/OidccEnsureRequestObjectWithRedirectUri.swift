// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckIssuer
import CoatcheckTesting
import Foundation
import Testing

struct OidccEnsureRequestObjectWithRedirectUri {
  @Test(
    "oidcc-ensure-request-object-with-redirect-uri: the redirect URI of a signed object counts, a bad one beside it doesn't"
  )
  func works() async throws {
    let key = try SigningKey.generate(.rs256)
    var client = OP.client()
    client.registration.metadata.jwks = [key.publicJWK]
    let op = try await OP(client)
    var claims: JSONObject = [
      "iss": "rp", "aud": .string(op.server.issuer),
      "exp": .number(JSONNumber(Int(op.server.clock.now.timeIntervalSince1970) + 60)),
    ]
    for (name, value) in op.request.pairs { claims[name] = .string(value) }
    let asked = op.request(with: [
      "request": try key.sign(claims, type: "oauth-authz-req+jwt"),
      "redirect_uri": "https://evil.example/cb",
    ])
    let login = try await op.answer(to: asked)
    #expect(login.location?.hasPrefix(op.server.issuer + "/login?") == true)
    let callback = try await op.callback(
      op.request(with: ["request": asked["request"], "nonce": "another"]))
    let tokens = try await op.redeem(callback["code"])
    let claimed = try await op.claims(of: tokens.json["id_token"]).claims
    #expect(claimed["nonce"]?.stringValue == op.request["nonce"])
    await op.server.stop()
  }
}
