// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import TestKit

@Suite("Pages without script", .serialized, .timeLimit(.minutes(10)))
struct WithoutScriptTests {
  private static let phone = "13800000000"

  @Test("a user registers: number, slider by buttons, code, and the app gets the tokens once")
  func register() async throws {
    let world = try await HostedWorld.start()
    let browser = try await world.browser()
    #expect(try await browser.get("/hosted/register").status == .ok)
    let slider = try await browser.post(
      "sms/send", [("country", "CN"), ("mobile", Self.phone), ("verify_code", "")])
    #expect(slider.text.contains("name=\"position\""))
    let moved = try await browser.post("captcha/verify", [("step", "+50"), ("position", "30")])
    #expect(moved.between("<image x=\"", "\"") == "80")
    let end = try await browser.post("captcha/verify", [("step", "+50"), ("position", "9999")])
    #expect(Int(end.between("<image x=\"", "\"") ?? "") == Int(end.between("max=\"", "\"") ?? "-"))
    let sent = try await browser.solveSlider()
    #expect(sent.text.contains("A code is on its way to \(Self.phone)."))
    #expect(sent.text.contains("value=\"\(Self.phone)\""))

    let code = try #require(world.server.outbox.last(to: .phone("+86" + Self.phone))?.code)
    let done = try await browser.submit(code, from: Self.phone)
    #expect(done.status == .seeOther)
    #expect(done.location.hasPrefix(HostedWorld.redirect + "?ticket="))
    let answer = try WebFlow.query(of: done.location)
    #expect(answer["state"] == "xyz")
    #expect(browser.cookies.isEmpty)

    let ticket = try #require(answer["ticket"])
    let tokens = try await world.complete(ticket)
    #expect(tokens.json["status"] == "SUCCESS")
    #expect(tokens.json["created"] == true)
    #expect(tokens.json["id_token"]?.stringValue?.split(separator: ".").count == 3)
    // A ticket is accepted once.
    let again = try await world.complete(ticket)
    #expect(again.json["error_code"] == "IDAAS.SDK.COMMON.1005")
  }

  @Test("a user binds: the account of the number is linked, and none is created")
  func bind() async throws {
    let world = try await HostedWorld.start(bind: true, application: { $0.confirmsLinks = false })
    try await world.add("zhangwei", phone: "+86" + Self.phone)
    let browser = try await world.browser("bind")
    _ = try await browser.get("/hosted/bind")
    let code = try await browser.codeSent(to: Self.phone)
    let done = try await browser.submit(code, from: Self.phone)
    let answer = try Parameters(
      decoding: String(done.location.split(separator: "?", maxSplits: 1)[1]))
    let tokens = try await world.complete(try #require(answer["ticket"]))
    #expect(tokens.json["status"] == "SUCCESS")
    #expect(tokens.json["created"] == nil)
    #expect(try await world.server.store.links(of: "u-zhangwei").count == 1)
  }

  @Test(
    "an account that was found is shown masked, and linked only when the user confirms it"
  )
  func confirm() async throws {
    let world = try await HostedWorld.start(bind: true)
    try await world.add("zhangwei", phone: "+86" + Self.phone)
    let browser = try await world.browser("bind")
    _ = try await browser.get("/hosted/bind")
    let code = try await browser.codeSent(to: Self.phone)
    let question = try await browser.submit(code, from: Self.phone)
    #expect(question.text.contains("Is this your account?"))
    #expect(question.text.contains("z****i"))
    #expect(try await world.server.store.links(of: "u-zhangwei").isEmpty)
    let done = try await browser.post("submit")
    #expect(done.location.hasPrefix(HostedWorld.redirect + "?ticket="))
    #expect(try await world.server.store.links(of: "u-zhangwei").count == 1)
  }

  @Test("a slider in the wrong position brings a new picture, and no message is sent")
  func wrongPlace() async throws {
    let world = try await HostedWorld.start()
    let browser = try await world.registering()
    _ = try await browser.post("sms/send", [("country", "CN"), ("mobile", Self.phone)])
    let before = try Door.challenge(in: browser.cookies)
    let again = try await browser.solveSlider(off: -40)
    #expect(again.alert == "Not quite. Here is a new picture.")
    #expect(again.text.contains("name=\"position\""))
    #expect(try Door.challenge(in: browser.cookies) != before)
    #expect(world.server.outbox.messages.isEmpty)
    let closed = try await browser.post("captcha/verify", [("step", "close")])
    #expect(closed.alert.contains("105"))
  }

  @Test("the right view ends the page with its word, and the back button with 104")
  func leaving() async throws {
    let world = try await HostedWorld.start()
    let theme: JSONObject = ["navRightView": ["title": "Help", "action": "help-me"]]
    let browser = try await world.browser(changing: ["theme": .object(theme)])
    let page = try await browser.get("/hosted/register")
    #expect(page.text.contains(">Help</button>"))
    let more = try await browser.post("more").location
    let answer = try Parameters(decoding: more.dropFirst(HostedWorld.redirect.count + 1))
    #expect(more.hasPrefix(HostedWorld.redirect + "?"))
    #expect(answer["event"] == "help-me" && answer["state"] == "xyz")
    // The ticket is for the pending login, whose state token the application does not know.
    #expect(answer["ticket"]?.isEmpty == false && answer.pairs.count == 3)

    let other = try await world.registering()
    #expect(
      try await other.post("back").location
        == HostedWorld.redirect + "?error=access_denied&code=104&state=xyz")
    // The page is finished, the login is not: the app may request another page.
    #expect(try await other.get("/hosted/register").status == .badRequest)
  }

  @Test("a wrong code is reported at its field with the attempts left, and the number stays")
  func wrongCode() async throws {
    let world = try await HostedWorld.start()
    let browser = try await world.registering()
    let code = try await browser.codeSent(to: Self.phone)
    let wrong = code == "000000" ? "111111" : "000000"
    let page = try await browser.submit(wrong, from: Self.phone)
    #expect(
      page.between("id=\"code-error\" class=\"error\">", "<") == "The code is wrong. Tries left: 4."
    )
    #expect(page.text.contains("value=\"\(Self.phone)\""))
    // It is shown once.
    #expect(try await browser.get("/hosted/register").text.contains("Tries left") == false)
  }

  @Test(
    "a missing or malformed value is reported at its field",
    arguments: [
      (
        ["mobile": "", "verify_code": "1", "consent": "yes"], "mobile-error",
        "Enter your phone number."
      ),
      (
        ["mobile": "12", "verify_code": "1", "consent": "yes"], "mobile-error",
        "This phone number does not fit the country. Please check it."
      ),
      (
        ["mobile": "13800000000", "verify_code": "", "consent": "yes"], "code-error",
        "Enter the code from the message."
      ),
      (["mobile": "13800000000", "verify_code": "123456"], "consent-error", "Please agree first."),
    ])
  func malformed(form: [String: String], field: String, text: String) async throws {
    let world = try await HostedWorld.start()
    let browser = try await world.registering()
    let page = try await browser.post(
      "submit", form.map { ($0.key, $0.value) } + [("country", "CN")])
    #expect(page.between("id=\"\(field)\" class=\"error\">", "<") == text)
  }
}
