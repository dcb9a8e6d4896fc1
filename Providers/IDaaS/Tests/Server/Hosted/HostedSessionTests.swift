// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import TestKit

@Suite("A request for a hosted page", .serialized, .timeLimit(.minutes(10)))
struct HostedSessionTests {
  @Test("the page has a one-time address that expires with the login, after ten minutes at most")
  func address() async throws {
    let world = try await HostedWorld.start()
    let state = try await world.stateToken()
    world.server.clock.advance(by: .seconds(60))
    let answer = try await world.session(state)
    #expect(answer.json["expire"] == 540)
    let url = try #require(answer.json["url"]?.stringValue)
    // 256 random bits.
    #expect(url.split(separator: "/").last?.count == 43)
    #expect(answer.json["warnings"] == nil)
  }

  static let refused: [Case<(JSONObject, String)>] = [
    Case("a page that does not fit the status", (["page": "bind"], "COMMON.1006")),
    Case("an unknown page", (["page": "pay"], "COMMON.1006")),
    Case("no page", (["page": ""], "COMMON.1001")),
    Case(
      "a redirect URI that is not registered",
      (["redirect_uri": "https://evil.example/callback"], "COMMON.1006")),
    Case(
      "another path", (["redirect_uri": "https://app.example/callback/../x"], "COMMON.1006")),
    Case(
      "a host that begins with a registered one",
      (["redirect_uri": "http://127.0.0.1.evil.example/callback"], "COMMON.1006")),
    Case(
      "user information",
      (["redirect_uri": "http://127.0.0.1:80@evil.example/callback"], "COMMON.1006")),
    Case("a javascript URI", (["redirect_uri": "javascript:alert(1)"], "COMMON.1006")),
    Case("no challenge", (["code_challenge": ""], "COMMON.1001")),
    Case("an invalid challenge", (["code_challenge": "abc"], "COMMON.1002")),
    Case("a colour with a hash", (["theme": ["navColor": "#FF4F4A"]], "COMMON.1002")),
    Case("a colour that ends the style", (["theme": ["navColor": "000;}x{"]], "COMMON.1002")),
    Case("a colour that is a number", (["theme": ["navColor": 123456]], "COMMON.1007")),
    Case(
      "a picture from elsewhere",
      (["theme": ["navBackImage": "https://cdn.example/a.png"]], "COMMON.1006")),
    Case(
      "a picture with script",
      (["theme": ["navBackImage": "data:image/svg+xml;base64,AAAA"]], "COMMON.1002")),
    Case("an unknown language", (["language": "xx"], "COMMON.1006")),
  ]

  @Test("an invalid request is refused with its code", arguments: refused)
  func refuses(_ row: Case<(JSONObject, String)>) async throws {
    let world = try await HostedWorld.start()
    let answer = try await world.session(try await world.stateToken(), changing: row.value.0)
    #expect(answer.head.status == .badRequest)
    #expect(answer.json["error_code"]?.stringValue == "IDAAS.SDK." + row.value.1)
  }

  @Test("a loopback redirect URI matches with any port")
  func loopback() async throws {
    let world = try await HostedWorld.start()
    let answer = try await world.session(
      try await world.stateToken(),
      changing: ["redirect_uri": "http://127.0.0.1:50123/callback"])
    #expect(answer.head.status == .ok)
  }

  @Test("the login of another device, and an expired one, get no page")
  func foreign() async throws {
    let world = try await HostedWorld.start()
    let state = try await world.stateToken()
    let other = try await world.session(state, device: "phone-2")
    #expect(other.json["error_code"] == "IDAAS.SDK.COMMON.1006")
    world.server.clock.advance(by: .seconds(600))
    let over = try await world.session(state)
    #expect(over.json["error_code"] == "IDAAS.SDK.COMMON.1005")
  }

  @Test("two colours of low contrast get a warning, and are accepted")
  func warnings() async throws {
    let world = try await HostedWorld.start()
    let theme: JSONObject = [
      "confirmButtonActiveTextColor": "FF9966", "confirmButtonactiveBackgroundColor": "CC00FF",
    ]
    let answer = try await world.session(
      try await world.stateToken(), changing: ["theme": .object(theme)])
    let warning = answer.json["warnings"]?.arrayValue?.first?.objectValue
    #expect(warning?["text"] == "confirmButtonActiveTextColor")
    #expect(warning?["background"] == "confirmButtonactiveBackgroundColor")
    #expect((warning?["ratio"]?.doubleValue ?? 9) < 4.5)
  }

  @Test(
    "the language is the user's choice, else the app's, else the browser's, else the device's",
    arguments: [
      ("?ui_locales=fr%20zh-Hant", "en", "zh-CN", "en", "zh-TW"),
      ("", "zh-TW", "zh-CN", "en", "zh-TW"),
      ("", nil, "zh-CN", "fr", "zh-CN"),
      ("", nil, nil, "fr, zh-HK;q=0.9, en;q=0.8", "zh-TW"),
      ("", nil, nil, "zh;q=0, en;q=0.1", "en"),
      ("", nil, nil, "fr", "en"),
    ])
  func language(
    query: String, asked: String?, device: String?, accepted: String, wanted: String
  ) async throws {
    let world = try await HostedWorld.start()
    let browser = HostedClient(world.server)
    let path = try await world.page(
      changing: asked.map { ["language": .string($0)] } ?? [:],
      fields: device.map { ["X-L": $0] } ?? [:])
    let fields = ["Accept-Language": accepted]
    #expect(try await browser.get(path + query, fields: fields).location == "/hosted/register")
    let page = try await browser.get("/hosted/register", fields: fields)
    #expect(page.between("<html lang=\"", "\"") == wanted)
  }

  @Test(
    "the result goes to the requesting device, with its verifier, within a minute",
    arguments: [
      ("phone-2", nil, 0, "COMMON.1006"),
      ("phone-1", String(repeating: "v", count: 43), 0, "COMMON.1006"),
      ("phone-1", nil, 60, "COMMON.1005"),
    ])
  func completion(device: String, verifier: String?, seconds: Int, code: String) async throws {
    let world = try await HostedWorld.start()
    let ticket = try await world.ticket(phone: "13800000000")
    world.server.clock.advance(by: .seconds(seconds))
    let answer = try await world.complete(ticket, verifier: verifier, device: device)
    #expect(answer.json["error_code"]?.stringValue == "IDAAS.SDK." + code)
    // The ticket is used, whatever was wrong.
    let again = try await world.complete(ticket)
    #expect(again.json["error_code"] == "IDAAS.SDK.COMMON.1005")
  }
}

extension HostedWorld {
  /// Completes the page without script, and returns the ticket.
  func ticket(phone: String) async throws -> String {
    let browser = try await registering()
    let done = try await browser.submit(browser.codeSent(to: phone), from: phone)
    let query = done.location.split(separator: "?", maxSplits: 1).last ?? ""
    return try #require(try Parameters(decoding: query)["ticket"])
  }
}
