// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccRegistrationTosUri {
  @Test("oidcc-registration-tos-uri: the person can read the client's terms")
  func shown() async throws {
    let op = try await RegisteringOP()
    let reply = try await op.register(["tos_uri": "https://c.example/terms"])
    #expect(reply.json["tos_uri"] == "https://c.example/terms")
    let page = try await op.consentPage(reply)
    #expect(page.text.contains(#"href="https://c.example/terms""#))
    await op.stop()
  }
}
