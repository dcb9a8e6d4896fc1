// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaS
import CoatcheckIDaaSTesting
import Coatcheck
import CoatcheckTesting
import Foundation

/// The integration with the service's own pages, from Weibo's page to the app in one browser session.
struct PagesTour {
  let service: Service
  let inBrowser: Bool

  func run() async throws {
    let app = try service.installation(of: "app")
    Narrator.step("Signing in with Weibo; a new user proves a phone number on the way")
    let first = try await app.signIn(with: agent(), storedAs: "alice")
    guard let session = first.session else { throw Surprise(first) }
    Narrator.tell("signed in as \(session.account.subject); the session is stored as \"alice\"")

    Narrator.step("Verifying the ID token: the tenant's key, issuer, times, our client id")
    let token = try await session.accessToken()
    let user = try await app.verify(token)
    Narrator.tell("genuine: \(user.name ?? user.id), \(user.mobile ?? "no number")")

    Narrator.step("Refreshing with the session token, which rotates")
    try await session.refresh()
    Narrator.tell("a new ID token; the one before is still good until its end")

    Narrator.step("Signing in again: no number is asked for")
    let second = try await app.signIn(with: agent(), storedAs: "alice")
    guard second.session != nil else { throw Surprise(second) }
    Narrator.tell("straight through")
  }

  /// The user agent: a scripted user without JavaScript, or your browser.
  private func agent() -> any UserAgent {
    let script = PhoneUser(
      .alice, number: "13800000000", at: service.server,
      transport: NarratingTransport(wire: Transports.system))
    guard inBrowser else {
      Narrator.tell("no browser asked for: a script signs in at Weibo and passes the pages")
      return script
    }
    return LoopbackUserAgent(open: { address in
      Narrator.tell("opening your browser; sign in as alice, \"wonderland\"")
      Narrator.tell("codes come to \(service.server.origin)/outbox")
      Narrator.tell("if none opens: \(address.absoluteString)")
      try await SystemBrowser.open(address)
    })
  }
}
