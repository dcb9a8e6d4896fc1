// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccEnsureClientAssertionWithIssAudSucceeds {
  @Test("oidcc-ensure-client-assertion-with-iss-aud-succeeds: an assertion for the issuer is taken")
  func works() async throws {
    let op = try await RegisteringOP()
    let key = try SigningKey.generate(.es256)
    let keys = JWKSet(keys: [key.publicJWK]).json
    let reply = try await op.register([
      "token_endpoint_auth_method": "private_key_jwt", "jwks": .object(keys),
    ])
    let client = try await op.client(reply)
    #expect(try await op.tokens(client, by: key)["access_token"] != nil)
    await op.stop()
  }
}
