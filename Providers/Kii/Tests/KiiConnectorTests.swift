// SPDX-License-Identifier: Apache-2.0

import CoatcheckKii
import TestKit

@Suite("Kii's web connector")
struct KiiConnectorTests {
  private let world: KiiWorld

  init() async throws { world = try await KiiWorld.start() }

  private static let page = "https://a1.us.kiiapps.com/api/apps/a1/integration/webauth/result"

  private func agent(_ answer: ScriptedUserAgent.Answer = .allow) -> ScriptedUserAgent {
    StandInUser.alice.agent(answer, redirectURI: "http://127.0.0.1:49152/kii")
  }

  @Test(
    "signs in with another provider's account in a browser",
    arguments: [
      KiiConnector.twitter, .openIDConnect, .googlePlus,
    ])
  func signIn(connector: KiiConnector) async throws {
    let session = try await world.client.signIn(using: .kiiConnector(connector, with: agent()))
    #expect(session.remaining == .seconds(3600))
    #expect(session.stored?.refreshToken == nil)
    #expect(session.stored?.extra["new_user_created"] == true)
    #expect(try await KiiAccount(session).user().id == session.account.subject)
    let provider = try #require(KiiProviderTokens(of: session))
    #expect(provider.token?.reveal() == "\(connector.rawValue):alice")
    #expect(provider.userID == "alice")
    #expect(provider.lifetime == 5_184_000)
    #expect((provider.tokenSecret != nil) == (connector == .twitter))
    #expect((provider.idToken != nil) == (connector == .openIDConnect))
    #expect((provider.refreshToken != nil) == (connector == .openIDConnect))

    let again = try await world.client.signIn(using: .kiiConnector(connector, with: agent()))
    #expect(again.account == session.account)
    #expect(again.stored?.extra["new_user_created"] == false)
    // Signing out drops the provider's tokens with the session.
    await world.client.signOut(again, .localOnly)
    #expect(KiiProviderTokens(of: again) == nil)
  }

  @Test("opens an address that names the provider and the result URL")
  func address() async throws {
    let own = try KiiConnectorSignIn.page(in: world.client.signInContext(), .facebook)
    #expect(
      own.absoluteString == "\(world.kii.url)/apps/app/integration/webauth/connect?id=facebook")
    let other = try KiiConnectorSignIn.page(
      in: world.client.signInContext(), .openIDConnect, resultURL: "my.app:/done?x=1")
    #expect(
      other.absoluteString.hasSuffix(
        "connect?id=openidconnect.simple&result_url=my.app%3A%2Fdone%3Fx%3D1"))
  }

  @Test("accepts the result from a program that observes its browser")
  func watched() async throws {
    let page = try KiiConnectorSignIn.page(in: world.client.signInContext(), .facebook)
    let answer = try await TestBrowser(transport: Transports.system).post(
      page.absoluteString,
      ["username": "bob", "password": StandInUser.bob.password.reveal(), "answer": "allow"])
    let address = try #require(answer.location)
    #expect(address.hasPrefix("\(world.kii.url)/apps/app/integration/webauth/result?"))
    let session = try await world.client.signIn(
      using: .kiiConnectorResult(try KiiConnectorResult(address: address)), storedAs: "bob")
    #expect(KiiProviderTokens(of: session)?.userID == "bob")
    #expect(try await KiiAccount(session).user().id == session.account.subject)
  }

  @Test("is refused when the user denies access at the provider")
  func refused() async throws {
    let error = await failure {
      try await world.client.signIn(using: .kiiConnector(.facebook, with: agent(.deny)))
    }
    #expect(error?.outcome == .refused)
    #expect(error?.code == .accessDenied)
    #expect(error?.providerCode == "UNAUTHORIZED")
    #expect(error?.errorClass == .cancelled)
    #expect(error.map { KiiErrorCode($0) } == .socialLoginCancelled)
    #expect(try await world.store.sessions().isEmpty)
  }

  @Test("a result page with UNAUTHORIZED is an error response")
  func resultPage() {
    let error = #expect(throws: OAuthError.self) {
      try KiiConnectorResult(
        address: Self.page + "?kii_succeeded=false&kii_error_code=UNAUTHORIZED&kii_flow_id=f")
    }
    #expect(error?.outcome == .refused)
    #expect(error?.code == .accessDenied)
    #expect(error?.providerCode == "UNAUTHORIZED")
  }

  @Test("any other error on the page is an error of the server, and keeps its name")
  func failedPage() {
    let error = #expect(throws: OAuthError.self) {
      try KiiConnectorResult(address: Self.page + "?kii_succeeded=false&kii_error_code=FLOW%0A_BAD")
    }
    #expect(error?.outcome == .refused)
    #expect(error?.code == OAuthError.Code(rawValue: "connector_failed"))
    #expect(error?.providerCode == "FLOW _BAD")
    #expect(error.map { KiiErrorCode($0) } == .socialLoginFailed)
  }

  @Test("every parameter of a result page is read")
  func members() throws {
    let result = try KiiConnectorResult(
      address: Self.page
        + "?kii_succeeded=true&kii_access_token=at&kii_user_id=u&kii_expires_in=2147483647"
        + "&kii_new_user=true&provider_user_id=p&oauth_token=t&oauth_token_secret=s"
        + "&oauth_token_expires_in=60&id_token=i&refresh_token=r&code=c&state=z&kii_flow_id=f#x")
    #expect(result.accessToken.reveal() == "at")
    #expect(result.userID == "u")
    #expect(result.lifetime == 2_147_483_647)
    #expect(result.isNewUser == true)
    #expect(result.provider.userID == "p")
    #expect(result.provider.token?.reveal() == "t")
    #expect(result.provider.tokenSecret?.reveal() == "s")
    #expect(result.provider.lifetime == 60)
    #expect(result.provider.idToken?.reveal() == "i")
    #expect(result.provider.refreshToken?.reveal() == "r")
    #expect(!"\(result)".contains("at-"))
  }

  @Test(
    "an inconsistent result page is unreadable",
    arguments: [
      "", "?kii_succeeded=true", "?kii_succeeded=maybe", "?kii_error_code=UNAUTHORIZED",
      "?kii_succeeded=true&kii_access_token=a%20b&kii_user_id=u",
      "?kii_succeeded=true&kii_access_token=a",
      "?kii_succeeded=true&kii_access_token=a&kii_user_id=u&kii_expires_in=-1",
      "?kii_succeeded=true&kii_access_token=a&kii_user_id=u&kii_expires_in=soon",
      "?kii_succeeded=true&kii_succeeded=true&kii_access_token=a&kii_user_id=u",
      "?kii_succeeded=%zz",
    ])
  func nonsense(query: String) {
    let error = #expect(throws: OAuthError.self) {
      try KiiConnectorResult(address: Self.page + query)
    }
    #expect(error?.outcome == .unreadable)
    #expect(error?.code == .callbackMalformed)
  }

  @Test(
    "a result of another sign-in is refused",
    arguments: ["", "&attempt=", "&attempt=b", "&attempt=a&attempt=a", "&Attempt=a"])
  func otherAttempt(parameter: String) {
    let query = "?kii_succeeded=true&kii_access_token=a&kii_user_id=u"
    #expect(throws: OAuthError.self) {
      try KiiConnectorResult(
        address: "my.app:/done" + query + parameter, expected: "my.app:/done?attempt=a")
    }
    #expect(
      (try? KiiConnectorResult(
        address: "my.app:/done" + query + "&attempt=a", expected: "my.app:/done?attempt=a"))
        != nil)
  }

  @Test(
    "only the requested address is accepted",
    arguments: [
      "http://127.0.0.1:49152/kii2", "http://127.0.0.1:4915/kii", "http://127.0.0.1:49152/kii/",
      "https://a1.us.kiiapps.com/api/apps/a1/integration/webauth/result",
    ])
  func otherAddress(address: String) {
    let query = "?kii_succeeded=true&kii_access_token=a&kii_user_id=u"
    let error = #expect(throws: OAuthError.self) {
      try KiiConnectorResult(address: address + query, expected: "http://127.0.0.1:49152/kii")
    }
    #expect(error?.code == .callbackMalformed)
    #expect(
      (try? KiiConnectorResult(
        address: "http://127.0.0.1:49152/kii" + query, expected: "http://127.0.0.1:49152/kii"))
        != nil)
  }

  /// An attacker sends the browser to the listener with a forged result.
  private struct Forger: UserAgent {
    let query: String
    /// Whether the attacker knows the value that binds the result to this attempt.
    var knowsAttempt = true
    func redirectURI() async throws -> String { "http://127.0.0.1:49152/kii" }
    func authorize(_ page: AuthorizationPage) async throws(OAuthError) -> String {
      let url = page.url
      let asked = try Parameters(decoding: url.absoluteString.drop { $0 != "?" }.dropFirst())
      let address = knowsAttempt ? asked["result_url"] ?? "" : "http://127.0.0.1:49152/kii?x=1"
      return address + "&" + query
    }
  }

  @Test("a token is accepted only if Kii confirms that it belongs to this user")
  func forged() async throws {
    let bob = try await world.client.signIn(
      using: .kiiPassword("bob", password: StandInUser.bob.password))
    let token = try await bob.accessToken().reveal()
    let unknown = "kii_succeeded=true&kii_user_id=u-alice&kii_access_token="
    let mismatch = await failure {
      try await world.client.signIn(
        using: .kiiConnector(.facebook, with: Forger(query: unknown + token)))
    }
    #expect(mismatch?.code == .subjectMismatch)
    let bad = await failure {
      try await world.client.signIn(
        using: .kiiConnector(.facebook, with: Forger(query: unknown + "at-forged")))
    }
    #expect(bad?.code == .invalidToken)
    let unbound = await failure {
      try await world.client.signIn(
        using: .kiiConnector(
          .facebook,
          with: Forger(query: unknown.replacing("alice", with: "bob") + token, knowsAttempt: false))
      )
    }
    #expect(unbound?.code == .stateMismatch)
    #expect(try await world.store.sessions().map(\.account) == [bob.account])
  }

  /// The user closes the browser.
  private struct Leaving: UserAgent {
    func redirectURI() async throws -> String { "http://127.0.0.1:49152/kii" }
    func authorize(_ page: AuthorizationPage) async throws(OAuthError) -> String {
      throw .unreachable(.userCancelled, "The browser was closed.")
    }
  }

  @Test("a user who closes the browser cancels the sign-in: 320")
  func cancelled() async throws {
    let error = await failure {
      try await world.client.signIn(using: .kiiConnector(.facebook, with: Leaving()))
    }
    #expect(error?.code == .userCancelled)
    #expect(error.map { KiiErrorCode($0).rawValue } == 320)
  }

  @Test("returns to a listener on a loopback address")
  func loopback() async throws {
    let browser = TestBrowser(transport: Transports.system)
    let listener = LoopbackUserAgent(open: { url in
      // The listener refuses a foreign result and continues to wait.
      let asked = try Parameters(decoding: url.absoluteString.drop { $0 != "?" }.dropFirst())
      let place = try #require(asked["result_url"]).prefix { $0 != "?" }
      for query in ["", "&attempt=x"] {
        let forged = "\(place)?kii_succeeded=true&kii_access_token=a&kii_user_id=u\(query)"
        #expect(try await browser.get(forged).status == 400)
      }
      let page = try await browser.get(url.absoluteString)
      let form = try #require(page.forms.first)
      #expect(form.method == "POST")
      let answer = try await browser.post(
        url.absoluteString,
        ["username": "bob", "password": StandInUser.bob.password.reveal(), "answer": "allow"])
      _ = try await browser.get(try #require(answer.location))
    })
    let session = try await world.client.signIn(using: .kiiConnector(.sina, with: listener))
    #expect(KiiProviderTokens(of: session)?.userID == "bob")
  }
}
