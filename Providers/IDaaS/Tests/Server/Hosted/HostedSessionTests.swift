// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import TestKit

@Suite("Asking for a hosted page", .serialized, .timeLimit(.minutes(10)))
struct HostedSessionTests {
  @Test("the page is at a one-time address, for as long as the login waits and ten minutes at most")
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

  struct Refused: Sendable, CustomTestStringConvertible {
    let what: String
    let change: JSONObject
    let code: String
    var testDescription: String { what }

    init(_ what: String, _ change: JSONObject, _ code: String) {
      self.what = what
      self.change = change
      self.code = code
    }
  }

  static let refused = [
    Refused("a page that does not fit the status", ["page": "bind"], "COMMON.1006"),
    Refused("another page", ["page": "pay"], "COMMON.1006"),
    Refused("no page", ["page": ""], "COMMON.1001"),
    Refused(
      "a redirect URI of somebody else", ["redirect_uri": "https://evil.example/callback"],
      "COMMON.1006"),
    Refused(
      "a path beside it", ["redirect_uri": "https://app.example/callback/../x"], "COMMON.1006"),
    Refused(
      "a host that begins alike", ["redirect_uri": "http://127.0.0.1.evil.example/callback"],
      "COMMON.1006"),
    Refused(
      "user information", ["redirect_uri": "http://127.0.0.1:80@evil.example/callback"],
      "COMMON.1006"),
    Refused("a script", ["redirect_uri": "javascript:alert(1)"], "COMMON.1006"),
    Refused("no challenge", ["code_challenge": ""], "COMMON.1001"),
    Refused("a challenge that is none", ["code_challenge": "abc"], "COMMON.1002"),
    Refused("a colour with a hash", ["theme": ["navColor": "#FF4F4A"]], "COMMON.1002"),
    Refused("a colour that ends the style", ["theme": ["navColor": "000;}x{"]], "COMMON.1002"),
    Refused("a colour that is a number", ["theme": ["navColor": 123456]], "COMMON.1007"),
    Refused(
      "a picture from elsewhere", ["theme": ["navBackImage": "https://cdn.example/a.png"]],
      "COMMON.1006"),
    Refused(
      "a picture with script", ["theme": ["navBackImage": "data:image/svg+xml;base64,AAAA"]],
      "COMMON.1002"),
    Refused("an unknown language", ["language": "xx"], "COMMON.1006"),
  ]

  @Test("what does not belong together is refused with its code", arguments: refused)
  func refuses(_ row: Refused) async throws {
    let world = try await HostedWorld.start()
    let answer = try await world.session(try await world.stateToken(), changing: row.change)
    #expect(answer.head.status == .badRequest)
    #expect(answer.json["error_code"]?.stringValue == "IDAAS.SDK." + row.code)
  }

  @Test("a loopback redirect URI fits with any port")
  func loopback() async throws {
    let world = try await HostedWorld.start()
    let answer = try await world.session(
      try await world.stateToken(),
      changing: ["redirect_uri": "http://127.0.0.1:50123/callback"])
    #expect(answer.head.status == .ok)
  }

  @Test("the login of another device, and one that is over, get no page")
  func foreign() async throws {
    let world = try await HostedWorld.start()
    let state = try await world.stateToken()
    let other = try await world.session(state, device: "phone-2")
    #expect(other.json["error_code"] == "IDAAS.SDK.COMMON.1006")
    world.server.clock.advance(by: .seconds(600))
    let over = try await world.session(state)
    #expect(over.json["error_code"] == "IDAAS.SDK.COMMON.1005")
  }

  @Test("two colours that are too near each other are warned about, and taken")
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
    "the language is the person's choice, else the app's, else the browser's, else the device's",
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
    let entered = try await browser.get(path + query, fields: fields)
    #expect(entered.location == "/hosted/register")
    let page = try await browser.get("/hosted/register", fields: fields)
    #expect(page.between("<html lang=\"", "\"") == wanted)
  }

  @Test(
    "the result goes to the device that asked, with its verifier, within a minute",
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
    // Whatever was wrong: the ticket is gone.
    let again = try await world.complete(ticket)
    #expect(again.json["error_code"] == "IDAAS.SDK.COMMON.1005")
  }
}

extension HostedWorld {
  /// Goes through the page without script, as far as the ticket.
  func ticket(phone: String) async throws -> String {
    let browser = try await browser()
    _ = try await browser.get("/hosted/register")
    _ = try await browser.post("sms/send", [("country", "CN"), ("mobile", phone)])
    _ = try await browser.solveSlider()
    let code = try #require(server.outbox.last(to: .phone("+86" + phone))?.code)
    let done = try await browser.post(
      "submit",
      [("country", "CN"), ("mobile", phone), ("verify_code", code), ("consent", "yes")])
    let query = done.location.split(separator: "?", maxSplits: 1).last ?? ""
    return try #require(try Parameters(decoding: query)["ticket"])
  }
}
