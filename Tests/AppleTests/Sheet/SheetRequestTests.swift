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
      "in other letters",
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
      "https without a path",
      (
        "https://app.example", "https://app.example/?code=c",
        .callback("https://app.example/?code=c")
      )),
    Row(
      "a query of its own",
      ("app:/cb?tenant=1", "app:/cb?tenant=1&code=c", .callback("app:/cb?tenant=1&code=c"))),
    Row("another host of the scheme", ("app://one/cb", "app://two/cb?code=c", foreign)),
    Row("another path of the scheme", ("app:/cb", "app:/settings?code=c", foreign)),
    Row("a path that begins alike", ("https://a.example/cb", "https://a.example/cbs", foreign)),
    Row(
      "without its own query",
      (
        "app:/cb?tenant=1", "app:/cb?code=c",
        .fails(.unreadable, .callbackMalformed, naming: "tenant")
      )),
  ]

  @Test(
    "the callback is compared with the whole redirect URI", arguments: callbacks,
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
    Case("a port of this machine", ("http://127.0.0.1:8080/cb", .query, "redirectURI")),
    Case("https with a port", ("https://app.example:8443/cb", .query, "redirectURI")),
    Case("no URI", ("callback", .query, "redirectURI")),
    Case("a scheme of scripts", ("javascript:alert(1)", .query, "redirectURI")),
    Case("a form", (Pages.redirectURI, .formPost, "responseMode")),
    Case("a JWT in a form", (Pages.redirectURI, .formPostJWT, "responseMode")),
  ]

  @Test("what it cannot receive is refused by name, and nothing is shown", arguments: refused)
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

  @Test("an address that is no page is not shown")
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

  @Test("the redirect URI is the one that was given, and an error without it")
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
      "the browser comes back",
      ("app:/bye", .leads(to: "app:/bye?state=s"), .callback("app:/bye?state=s"))),
    SignOut(
      "the browser does not come back, the user closes it", (nil, .closedByUser, .callback(nil))),
    SignOut(
      "the user closes it before the browser comes back",
      ("app:/bye", .closedByUser, .fails(.unreachable, .userCancelled))),
    SignOut(
      "it is not shown",
      (
        nil, .fails(1, ["NSLocalizedFailureReason": "no"]),
        .fails(.misused, .invalidArgument, naming: "sheet", saying: "no")
      )),
    SignOut("another address", ("app:/bye", .leads(to: "app:/hello?state=s"), foreign)),
  ]

  @Test(
    "the page that ends the session is closed by its callback, or by the user",
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

  @Test("a sheet with cookies of its own leaves no session behind", arguments: Subject.allCases)
  func cookies(of subject: Subject) {
    let device = Device()
    #expect(subject.userAgent(on: device, []).browserSession == .shared)
    #expect(
      subject.userAgent(on: device, [], cookies: .ephemeral).browserSession == .ephemeral)
  }
}
