// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccRegistrationJwksUri {
  @Test("oidcc-registration-jwks-uri: keys at an address prove the client")
  func works() async throws {
    let op = try await RegisteringOP()
    let key = try SigningKey.generate(.es256)
    op.publish([key])
    let reply = try await op.register([
      "token_endpoint_auth_method": "private_key_jwt",
      "jwks_uri": .string(op.documents.url + "/jwks"),
    ])
    let client = try await op.client(reply)
    #expect(try await op.tokens(client, by: key)["id_token"] != nil)
    await op.stop()
  }
}
