// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckIssuer
import CoatcheckTesting
import HTTPTypes
import Testing

struct OidccUserinfoRs256 {
  @Test("oidcc-userinfo-rs256: the claims come signed where that is registered")
  func works() async throws {
    let op = try await RegisteringOP()
    let reply = try await op.register(["userinfo_signed_response_alg": "RS256"])
    let client = try await op.client(reply)
    let tokens = try await client.tokens()
    let info = try await client.userInfo(tokens["access_token"])
    #expect(info.head.headerFields[.contentType] == "application/jwt")
    let (header, claims) = try await client.claims(of: .string(info.text))
    #expect(header.algorithm == .rs256)
    #expect(claims["aud"]?.stringValue == client.client.registration.id)
    let token = try await client.claims(of: tokens["id_token"]).claims
    #expect(claims["iss"] == token["iss"] && claims["sub"] == token["sub"])
    await op.stop()
  }
}
