// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccRegistrationLogoUri {
  @Test("oidcc-registration-logo-uri: a logo is registered, and no browser is made to fetch it")
  func works() async throws {
    let op = try await RegisteringOP()
    let logo = op.documents.url + "/logo.png"
    let bad = try await op.register(["logo_uri": .string(logo)])
    #expect(bad.status == 400 && bad.error == "invalid_client_metadata")
    let reply = try await op.register(["logo_uri": "https://c.example/logo.png"])
    #expect(reply.json["logo_uri"] == "https://c.example/logo.png")
    let page = try await op.consentPage(reply)
    #expect(page.status == 200 && !page.text.contains("logo.png"))
    #expect(try await op.client(reply).tokens()["id_token"] != nil)
    await op.stop()
  }
}
