// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("The end of the provider's session")
struct EndSessionTests {
  @Test("logout --end-session opens the issuer's page, which signs the browser out without asking")
  func endsIt() async throws {
    let cookies = CookieJar()
    let stage = try await Stage.start()
    _ = try await stage.signIn(cookies: cookies)
    #expect(cookies.value("coatcheck_session", host: "127.0.0.1") != nil)
    let run = try await stage.sandbox.run(["logout", "--end-session"], exits: 0)
    let address = try await eventually { try stage.sandbox.takeAddress() }
    #expect(address.hasPrefix(stage.server.issuer + "/logout?id_token_hint="))
    #expect(run.errors.contains("coatcheck: end the provider's session: done\n"))
    let page = try await TestBrowser(transport: PatientTransport(), cookies: cookies).get(address)
    #expect(page.text.contains("You are signed out"))
    #expect(cookies.value("coatcheck_session", host: "127.0.0.1") == nil)
    // The same address does not sign out the next user without a confirmation.
    _ = try await stage.signIn(cookies: cookies)
    let again = try await TestBrowser(transport: PatientTransport(), cookies: cookies).get(address)
    #expect(again.text.contains("Sign out?"))
    #expect(cookies.value("coatcheck_session", host: "127.0.0.1") != nil)
  }
}
