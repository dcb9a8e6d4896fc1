// SPDX-License-Identifier: Apache-2.0
import Coatcheck
import CoatcheckOAuth
import CoatcheckTesting
import Foundation
import HTTPTypes

/// The main job against a real server: sign in, stay signed in, call an API, sign out.
@main
struct Demo {
  static func main() async {
    do {
      try await run()
    } catch {
      Narrator.fail(error)
      exit(1)
    }
  }

  private static func run() async throws {
    let inBrowser = CommandLine.arguments.contains("--browser")
    guard !CommandLine.arguments.contains("--idaas") else {
      return try await IDaaSDemo.run(inBrowser: inBrowser)
    }
    Narrator.step(
      "Starting coatcheckd on a free loopback port, with SQLite, one user and one client")
    let daemon = try await Daemon.start()
    do {
      Narrator.tell("it listens on \(daemon.issuer)")
      try await tour(issuer: daemon.issuer, inBrowser: inBrowser)
    } catch {
      daemon.stop()
      throw error
    }
    daemon.stop()
    Narrator.step("The server is stopped and its files are gone. That was all of it.")
  }

  static func tour(issuer: String, inBrowser: Bool) async throws {
    let transport = NarratingTransport(wire: Transports.system)
    let store = MemoryTokenStore()

    Narrator.step(
      "Reading what the provider says about itself; its issuer must be the one we asked")
    let provider = try await Provider.discover(issuer, transport: transport)

    Narrator.step(
      "Signing in: authorization code with PKCE; the answer comes to a loopback address")
    let agent = LoopbackUserAgent(open: { address in
      if inBrowser {
        Narrator.tell("opening your browser; sign in as alice, \"correct horse battery staple\"")
        Narrator.tell("if none opens: \(address.absoluteString)")
        try await SystemBrowser.open(address)
      } else {
        Narrator.tell("no browser asked for: a script fetches the pages and submits the forms")
        let browser = ScriptedUserAgent(
          username: "alice", password: Secret("correct horse battery staple"), transport: transport)
        try await browser.visit(address)
      }
    })
    let client = Client(of: provider, id: "demo", store: store, transport: transport) {
      $0.userAgent = agent
      $0.leeway = 0
    }
    let session = try await client.signIn(
      scopes: [.openID, .profile, .email, .offlineAccess], storedAs: "main")
    Narrator.tell("the ID token is signed by the provider's key, for us, and answers our nonce")
    Narrator.tell("signed in as \(session.account.subject); the tokens are stored as \"main\"")

    Narrator.step("Calling an API of the server with the access token")
    try await call(session)

    Narrator.step("Waiting until the access token has expired")
    try await Task.sleep(for: .seconds(Daemon.accessTokenLifetime + 1))
    Narrator.tell("calling again: the refresh happens by itself, and the refresh token rotates")
    try await call(session)

    Narrator.step("The account, as stored")
    for stored in try await store.sessions() {
      Narrator.tell("\(stored.name): \(stored.account.subject) at \(stored.account.issuer)")
      Narrator.tell("tokens of generation \(stored.generation)")
    }

    Narrator.step("Signing out: revoked at the server, forgotten here")
    for (step, outcome) in await session.signOut().steps {
      Narrator.tell("\(step.rawValue): \(outcome)")
    }
    Narrator.tell("accounts left in the store: \(try await store.sessions().count)")
  }

  static func call(_ session: Session) async throws {
    let info = try await session.userInfo()
    let name = info.claims["name"]?.stringValue ?? info.subject
    Narrator.tell("userinfo answers: \(name), \(info.claims["email"]?.stringValue ?? "no email")")
  }
}
