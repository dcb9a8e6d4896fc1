// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccRegistrationSectorUri {
  @Test("oidcc-registration-sector-uri: a list of redirect URIs makes a sector")
  func works() async throws {
    let op = try await RegisteringOP()
    let list = #"["https://c.example/cb","https://d.example/cb"]"#
    op.documents["/sector"] = .json(Array(list.utf8))
    let reply = try await op.register([
      "subject_type": "pairwise",
      "redirect_uris": ["https://c.example/cb", "https://d.example/cb"],
      "sector_identifier_uri": .string(op.documents.url + "/sector"),
    ])
    let client = try await op.client(reply)
    let tokens = try await client.tokens()
    let claims = try await client.claims(of: tokens["id_token"]).claims
    #expect(claims["sub"] != nil && claims["sub"]?.stringValue != TestUser.alice.id)
    #expect(try await client.userInfo(tokens["access_token"]).json["sub"] == claims["sub"])
    await op.stop()
  }
}
