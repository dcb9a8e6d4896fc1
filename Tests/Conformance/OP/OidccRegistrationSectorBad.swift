// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccRegistrationSectorBad {
  @Test("oidcc-registration-sector-bad: a sector that doesn't list the redirect URI is refused")
  func refused() async throws {
    let op = try await RegisteringOP()
    op.documents["/sector"] = .json(Array(#"["https://d.example/cb"]"#.utf8))
    let reply = try await op.register([
      "sector_identifier_uri": .string(op.documents.url + "/sector")
    ])
    #expect(reply.status == 400 && reply.error == "invalid_client_metadata")
    await op.stop()
  }
}
