// SPDX-License-Identifier: Apache-2.0
import AppleStage
#if APPLE_SHIMS
  import AuthenticationServicesShim
#endif
@testable import CoatcheckClient
import TestSupport

@Suite("What a sheet shows and receives")
@MainActor
struct SheetRequestTests {
  typealias Row = Case<(redirectURI: String, address: String, Ending)>

  private nonisolated static let foreign = Ending.fails(.unreadable, .callbackMalformed)

  nonisolated static let callbacks: [Row] = [
    Row(
      "a private scheme",
      ("com.example.app:/cb", "com.example.app:/cb?code=c", .callback("com.example.app:/cb?code=c"))
    ),
    Row(
      "a private scheme in another case",
      ("com.example.app:/cb", "COM.Example.app:/cb?code=c", .callback("COM.Example.app:/cb?code=c"))
    ),
    Row(
      "a response in the fragment",
      ("app:/cb", "app:/cb#access_token=t", .callback("app:/cb#access_token=t"))),
    Row(
      "https",
      (
        "https://app.example/cb", "https://app.example/cb?code=c",
        .callback("https://app.example/cb?code=c")
      )),
    Row(
      "https with an empty path",
      (
        "https://app.example", "https://app.example/?code=c",
        .callback("https://app.example/?code=c")
      )),
    Row(
      "a redirect URI with a query",
      ("app:/cb?tenant=1", "app:/cb?tenant=1&code=c", .callback("app:/cb?tenant=1&code=c"))),
    Row("another host of the same scheme", ("app://one/cb", "app://two/cb?code=c", foreign)),
    Row("another path of the same scheme", ("app:/cb", "app:/settings?code=c", foreign)),
    Row("a path with the same prefix", ("https://a.example/cb", "https://a.example/cbs", foreign)),
    Row(
      "a callback without the query of the redirect URI",
      (
        "app:/cb?tenant=1", "app:/cb?code=c",
        .fails(.unreadable, .callbackMalformed, naming: "tenant")
      )),
  ]

  @Test(
    "the callback has to match the whole redirect URI", arguments: callbacks,
    Subject.allCases)
  func callback(_ row: Row, of subject: Subject) async throws {
    let device = Device()
    #if APPLE_SHIMS
      device.sessions.associatedHosts = ["app.example", "a.example"]
    #endif
    let agent = subject.userAgent(on: device, [.leads(to: row.value.address)])
    let page = try Pages.signIn(to: row.value.redirectURI)
    let result = await device.run {
      await ending { () async throws(OAuthError) in try await agent.authorize(page) }
    }
    row.value.2.check(result)
  }

  nonisolated static let refused: [Case<(String, ResponseMode, String)>] = [
    Case("a loopback address with a port", ("http://127.0.0.1:8080/cb", .query, "redirectURI")),
    Case("https with a port", ("https://app.example:8443/cb", .query, "redirectURI")),
    Case("text that is not a URI", ("callback", .query, "redirectURI")),
    Case("the scheme javascript", ("javascript:alert(1)", .query, "redirectURI")),
    Case("response mode form_post", (Pages.redirectURI, .formPost, "responseMode")),
    Case("response mode form_post.jwt", (Pages.redirectURI, .formPostJWT, "responseMode")),
  ]

  @Test(
    "a callback that a sheet cannot receive is an error by name, and no sheet is shown",
    arguments: refused)
  func refused(_ row: Case<(String, ResponseMode, String)>) async throws {
    let device = Device()
    let sheets = ScriptedSheets([], device.stage.clock)
    let agent = SheetUserAgent(
      redirectURI: nil, cookies: .shared, deadline: .seconds(300), environment: device.environment,
      maker: sheets, presenter: SheetPresenter(environment: device.environment))
    let page = try Pages.signIn(to: row.value.0, mode: row.value.1)
    let error = await failure { try await agent.authorize(page) }
    #expect(error?.outcome == .misused)
    #expect(error?.parameter == row.value.2)
    #expect(sheets.shown.isEmpty)
  }

  @Test("a page that is not http or https is not shown")
  func address() async throws {
    let device = Device()
    let sheets = ScriptedSheets([], device.stage.clock)
    let agent = SheetUserAgent(
      redirectURI: nil, cookies: .shared, deadline: .seconds(300), environment: device.environment,
      maker: sheets, presenter: SheetPresenter(environment: device.environment))
    let page = AuthorizationPage(
      url: try #require(URL(string: "file:///etc/passwd")), redirectURI: Pages.redirectURI,
      expecting: .state(Secret("s")))
    #expect(await failure { try await agent.authorize(page) }?.outcome == .misused)
    #expect(sheets.shown.isEmpty)
  }

  @Test("the redirect URI has to be given; without one, it is an error")
  func redirectURI() async throws {
    let device = Device()
    var agent = Subject.rules.userAgent(on: device, [])
    #expect(try agent.givenRedirectURI() == Pages.redirectURI)
    agent = SheetUserAgent(
      redirectURI: nil, cookies: .shared, deadline: .seconds(1), environment: device.environment,
      maker: ScriptedSheets([], device.stage.clock))
    #expect(await failure { try agent.givenRedirectURI() }?.parameter == "redirectURI")
  }

  typealias SignOut = Case<(redirectURI: String?, SessionScript, Ending)>
  nonisolated static let signOuts: [SignOut] = [
    SignOut(
      "the page leads to the redirect URI",
      ("app:/bye", .leads(to: "app:/bye?state=s"), .callback("app:/bye?state=s"))),
    SignOut(
      "no redirect URI, and the user closes the page", (nil, .closedByUser, .callback(nil))),
    SignOut(
      "the user closes the page before it leads to the redirect URI",
      ("app:/bye", .closedByUser, .fails(.unreachable, .userCancelled))),
    SignOut(
      "the system does not show the page",
      (
        nil, .fails(1, ["NSLocalizedFailureReason": "no"]),
        .fails(.misused, .invalidArgument, naming: "sheet", saying: "no")
      )),
    SignOut("another address", ("app:/bye", .leads(to: "app:/hello?state=s"), foreign)),
  ]

  @Test(
    "the page that ends the session is closed by its callback or by the user",
    arguments: signOuts, Subject.allCases)
  func signOut(_ row: SignOut, of subject: Subject) async throws {
    let device = Device()
    let agent = subject.userAgent(on: device, [row.value.1])
    let page = try Pages.signOut(to: row.value.redirectURI)
    let result = await device.run {
      await ending { () async throws(OAuthError) in try await agent.endSession(page) }
    }
    row.value.2.check(result)
  }

  @Test(
    "a sheet with its own cookies reports an ephemeral browser session",
    arguments: Subject.allCases)
  func cookies(of subject: Subject) {
    let device = Device()
    #expect(subject.userAgent(on: device, []).browserSession == .shared)
    #expect(
      subject.userAgent(on: device, [], cookies: .ephemeral).browserSession == .ephemeral)
  }
}
