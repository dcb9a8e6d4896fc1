// SPDX-License-Identifier: Apache-2.0
import CoatcheckNXOAuth2Client
import CoatcheckNXOAuth2ClientOldNames
import CoatcheckNXOAuth2ClientTesting
import TestKit

@Suite("The examples of the old guide", .timeLimit(.minutes(10)))
@MainActor
struct NXGuideTests {
  private func made(_ world: GuideWorld) async -> GuideClient {
    await world.run {
      let app = GuideClient()
      app.createClient()
      return app
    }
  }

  /// An app with a flow of the guide and the client of the guide.
  private func begun<App: GuideFlow>(_ app: App, _ world: GuideWorld) async throws -> App {
    await world.run {
      let maker = GuideClient()
      maker.createClient()
      app.client = maker.client
      app.client.delegate = app
      app.client.desiredScope = ["read"]
      app.client.requestAccess()
    }
    return app
  }

  private func eventually(_ calls: @MainActor () -> [String], are all: [String]) async throws {
    try await NX.eventually { calls().count >= all.count }
    try await NX.settle()
    #expect(calls() == all)
  }

  @Test("lines 10 to 16: a client is made, and nothing is sent")
  func lines10to16() async throws {
    let world = try await GuideWorld()
    let app = await made(world)
    #expect(app.client.clientId == "xXxXxXxXxXxXxXxXxXxXxXxXxXxXxXxX")
    #expect(app.client.clientSecret == app.client.clientId)
    #expect(app.client.delegate === app && app.client.accessToken == nil)
    #expect(world.standIn.all.isEmpty)
  }

  @Test("line 21: requestAccess reports that a flow is needed, or that there is a token")
  func line21() async throws {
    let world = try await GuideWorld()
    let app = await made(world)
    app.checkToken()
    try await eventually({ app.calls }, are: ["needs"])
    app.client.authenticate(withUsername: "alice", password: "wonderland")
    try await eventually({ app.calls }, are: ["needs", "got"])
    app.checkToken()
    try await eventually({ app.calls }, are: ["needs", "got", "got"])
    #expect(app.client.accessToken.refreshToken != nil && app.client.accessToken.doesExpire)
    let later = await made(world)
    later.checkToken()
    try await eventually({ later.calls }, are: ["got"])
  }

  @Test("lines 33 to 38: each of the delegate's methods is called, also for a token that expired")
  func lines33to38() async throws {
    var manner = NXBehaviour()
    manner.refreshLifetime = 0
    let world = try await GuideWorld(manner)
    let app = await made(world)
    app.client.authenticate(withUsername: "alice", password: "wrong")
    try await eventually({ app.calls }, are: ["failed"])
    #expect(app.error?.domain == NXOAuth2HTTPErrorDomain && app.error?.code == 400)
    app.client.authenticate(withUsername: "alice", password: "wonderland")
    try await eventually({ app.calls }, are: ["failed", "got"])
    world.standIn.clock.advance(by: .seconds(3601))
    app.checkToken()
    try await eventually({ app.calls }, are: ["failed", "got", "lost", "needs"])
    #expect(app.client.accessToken == nil)
  }

  @Test("lines 70 to 80: the user-agent flow opens a page, and its redirect leads to the token")
  func lines70to80() async throws {
    let world = try await GuideWorld()
    var opened: [URL] = []
    let app = try await NSWorkspace.$browser.withValue({ url in opened.append(url) }) {
      try await begun(GuideUserAgentFlow(), world)
    }
    try await NX.eventually { !opened.isEmpty }
    let page = try #require(opened.first)
    #expect(page.absoluteString.hasPrefix("https://myHost/oauth2/authenticate?"))
    let callback = try #require(URL(string: try await world.callback(page)))
    #expect(callback.absoluteString.hasPrefix("x-myapp://oauth2?"))
    #expect(!app.client.openRedirectURL(URL(string: "x-myapp://oauth2-evil?code=c&state=s")))
    #expect(app.client.openRedirectURL(callback))
    try await eventually({ app.calls }, are: ["got"])
    #expect(!app.client.openRedirectURL(callback), "a redirect is valid once")
    #expect(app.client.accessToken.scope == ["read"])
  }

  @Test("lines 70 to 80: a user who denies is an error with the old number")
  func lines70to80Denied() async throws {
    let world = try await GuideWorld()
    var opened: [URL] = []
    let app = try await NSWorkspace.$browser.withValue({ url in opened.append(url) }) {
      try await begun(GuideUserAgentFlow(), world)
    }
    try await NX.eventually { !opened.isEmpty }
    let callback = try await world.callback(try #require(opened.first), .deny)
    let url = URL(string: callback)
    do {
      try app.client.openRedirectURL(url, error: ())
      Issue.record("Nothing was thrown.")
    } catch {
      #expect((error as NSError).code == NXOAuth2AccessDeniedErrorCode)
    }
    try await eventually(
      { app.calls }, are: ["failed NXOAuth2ErrorDomain \(NXOAuth2AccessDeniedErrorCode)"])
  }

  @Test("lines 89 to 95: the user-credentials flow, with a name and a password of the app's form")
  func lines89to95() async throws {
    let world = try await GuideWorld()
    let app = try await begun(GuideUserCredentialsFlow(), world)
    try await eventually({ app.calls }, are: ["got"])
    let form = try Parameters(bytes: #require(world.standIn.received("/oauth2/token").last).body)
    #expect(form["grant_type"] == "password" && form["username"] == "alice")
    #expect(world.log.all.contains { $0.contains("RFC 9700 forbids the grant") })
  }

  @Test("lines 105 to 108: a connection sends the token, and the app does not have to retain it")
  func lines105to108() async throws {
    let world = try await GuideWorld()
    let app = try await begun(GuideUserCredentialsFlow(), world)
    try await eventually({ app.calls }, are: ["got"])
    let request = GuideRequest()
    await world.run { request.send(app.client) }
    #expect(request.connection != nil)
    try await eventually({ request.calls }, are: ["response 200", "finished"])
    #expect(try JSONObject(parsing: Array(request.received))["id"]?.stringValue == "u-alice")
    try await NX.eventually { request.connection == nil }
  }

  @Test("lines 102 to 103: a connection without a client sends its request without a token")
  func lines102to103() async throws {
    let world = try await GuideWorld()
    let request = GuideRequest()
    await world.run { request.send(nil) }
    try await eventually(
      { request.calls }, are: ["response 401", "failed NXOAuth2HTTPErrorDomain 401"])
    let sent = try #require(world.standIn.received("/someResource").first)
    #expect(sent.head.headerFields[.authorization] == nil)
  }

  @Test("a request waits for the delegate's flow; a refused refresh has the old error number")
  func requestWaits() async throws {
    let world = try await GuideWorld()
    let app = try await begun(GuideUserCredentialsFlow(), world)
    try await eventually({ app.calls }, are: ["got"])
    world.standIn.clock.advance(by: .seconds(3601))
    world.standIn.service.revokeAll(refreshToo: true)
    let request = GuideRequest()
    await world.run { request.send(app.client) }
    try await eventually(
      { request.calls },
      are: ["failed NXOAuth2ErrorDomain \(NXOAuth2CouldNotRefreshTokenErrorCode)"])
    #expect(app.calls == ["got", "lost"])
    await world.run { request.send(app.client) }
    try await eventually({ Array(request.calls.dropFirst()) }, are: ["response 200", "finished"])
    #expect(app.calls == ["got", "lost", "got"])
  }
}
