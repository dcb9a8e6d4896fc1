// SPDX-License-Identifier: Apache-2.0
import CoatcheckDocomo
import CoatcheckDocomoTesting
import CoatcheckKii
import CoatcheckKiiTesting
import CoatcheckNXOAuth2Client
import CoatcheckNXOAuth2ClientTesting
import CoatcheckOCLC
import CoatcheckOCLCTesting
import TestKit

/// All four stand-ins with one clock, and one program that is signed in at each of them as two users.
struct Town: Sendable {
  /// The lifetime of access tokens. The sessions at OCLC are not refreshed early, so their tokens expire
  /// close to the time at which the others are refreshed.
  private static let lifetime = 3600
  private static let early = 20
  private static let redirectURI = "http://127.0.0.1:49152/callback"

  let clock = TestClock()
  let store: any TokenStore
  let peers: [any Peer]
  let residents: [Resident]

  init(in folder: Folder) async throws {
    store = FileTokenStore(directory: folder.path)
    var rules = DocomoRules()
    rules.lifetime = Self.lifetime
    var manner = NXBehaviour()
    manner.lifetime = TimeInterval(Self.lifetime)
    let docomo = try await StandInPeer(
      DocomoService(rules: rules), tokenPath: "/cgi12/token", clock: clock)
    let kii = try await StandInPeer(
      KiiService(lifetime: Self.lifetime), tokenPath: "/apps/app/oauth2/token", clock: clock)
    let oclc = try await StandInPeer(
      OCLCService(accessLifetime: Self.lifetime - Self.early),
      tokenPath: "/oauth2/accessToken", clock: clock)
    let nx = try await StandInPeer(
      NXService(manner: manner), tokenPath: "/oauth2/token", clock: clock)
    peers = [docomo, kii, oclc, nx]
    var residents: [Resident] = []
    for user in [StandInUser.alice, .bob] {
      let door = Door(user: user, store: store, clock: clock)
      residents += [
        try await door.docomo(docomo.url), try await door.kii(kii.url),
        try await door.oclc(oclc.url), try await door.nx(nx.url),
      ]
    }
    self.residents = residents
  }

  /// Moves the clock so that every session refreshes. Three of the four services still accept requests with
  /// the old tokens that are in progress.
  func age() { clock.advance(by: .seconds(Self.lifetime - Self.early + 1)) }

  func cut() async {
    await withTaskGroup(of: Void.self) { group in
      for peer in peers { group.addTask { await peer.cut() } }
    }
  }

  func restore() async throws {
    for peer in peers { try await peer.restore() }
  }

  /// One user at all four services.
  private struct Door {
    let user: StandInUser
    let store: any TokenStore
    let clock: TestClock

    private var environment: RuntimeEnvironment {
      var environment = RuntimeEnvironment.live
      environment.now = { [clock] in clock.now }
      environment.uptime = { [clock] in
        .seconds(clock.now.timeIntervalSince(TestClock.start))
      }
      // Shortened pauses between two attempts.
      environment.sleep = { try await Task.sleep(for: min($0, .milliseconds(20))) }
      return environment
    }

    private func client(of provider: Provider, secret: Secret? = Secret("app secret")) -> Client {
      Client(of: provider, id: "app", secret: secret, store: store, transport: Transports.system) {
        $0.redirect = .fixed(Town.redirectURI)
        $0.userAgent = user.agent(redirectURI: Town.redirectURI)
        $0.environment = environment
      }
    }

    func docomo(_ url: String) async throws -> Resident {
      let name = "docomo \(user.username)"
      let session = try await client(of: .docomo(authority: url)).signIn(
        scopes: ["PhotoGetVacantSize"], storedAs: name)
      return Resident(
        name: name, session: session, resource: url + "/file_a2/1.0/docomo/capacity", mark: nil)
    }

    func kii(_ url: String) async throws -> Resident {
      let name = "kii \(user.username)"
      let provider = try Provider.kii(site: .custom(url), appID: "app", appKey: "key")
      let session = try await client(of: provider, secret: nil).signIn(
        using: .kiiPassword(KiiUsername(user.username), password: user.password), storedAs: name
      )
      return Resident(
        name: name, session: session, resource: url + "/apps/app/users/me",
        mark: "\"userID\":\"\(user.id)\"")
    }

    func oclc(_ url: String) async throws -> Resident {
      let name = "oclc \(user.username)"
      let provider = try Provider.oclc(
        url: url + "/oauth2", authenticatingInstitution: "128807", contextInstitution: "128807")
      let session = try await client(of: provider).signIn(
        scopes: ["WMS_NCIP", "refresh_token"], storedAs: name)
      return Resident(
        name: name, session: session, resource: url + "/bib/data/1",
        mark: "\"principalID\":\"\(user.id)\"")
    }

    func nx(_ url: String) async throws -> Resident {
      let name = "nx \(user.username)"
      let provider = try Provider.nx(
        authorizationEndpoint: url + "/oauth2/authenticate", tokenEndpoint: url + "/oauth2/token")
      let session = try await client(of: provider).signIn(scopes: ["read"], storedAs: name)
      return Resident(
        name: name, session: session, resource: url + "/me", mark: "\"id\":\"\(user.id)\"")
    }
  }
}
