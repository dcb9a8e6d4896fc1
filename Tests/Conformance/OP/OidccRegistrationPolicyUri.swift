// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccRegistrationPolicyUri {
  @Test("oidcc-registration-policy-uri: the person can read what the client does with their data")
  func shown() async throws {
    let op = try await RegisteringOP()
    let reply = try await op.register(["policy_uri": "https://c.example/privacy"])
    #expect(reply.json["policy_uri"] == "https://c.example/privacy")
    let page = try await op.consentPage(reply)
    #expect(page.text.contains(#"href="https://c.example/privacy""#))
    await op.stop()
  }
}
