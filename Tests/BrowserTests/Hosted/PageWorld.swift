// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import CoatcheckWeiboTesting
import TestKit

/// A server with its pages in a real browser, and the application that opens them.
struct PageWorld: Sendable {
  let server: IDaaSTestServer
  let chromium: Chromium
  let pkce = PKCE(environment: .live)

  static let phone = "13800000000"
  /// The redirect URI. The application does not listen there: only the address of the browser is read.
  var redirect: String { server.origin + "/callback" }

  static func run(
    bind: Bool = false, settings: @escaping @Sendable (inout IDaaSSettings) -> Void = { _ in },
    _ body: (PageWorld) async throws -> Void
  ) async throws {
    let server = try await IDaaSTestServer.start(
      settings: settings, application: { if bind { $0.unassociated = .bind } })
    try await Chromium.withSession(transport: Transports.system) { chromium in
      try await body(PageWorld(server: server, chromium: chromium))
    }
    await server.stop()
  }

  private func call(
    _ path: String, _ body: JSONObject, fields: [String: String] = [:]
  ) async throws -> JSONObject {
    var head = HTTPRequest(
      method: .post, scheme: "http", authority: "127.0.0.1:\(server.port)", path: path)
    let common = [
      "X-client-id": "app", "X-operating-sys-version": "iOS 18", "X-device-fingerprint": "phone-1",
      "X-agent": "tests", "Content-Type": "application/json",
    ]
    for (name, value) in common.merging(fields, uniquingKeysWith: { $1 }) {
      head.headerFields[try #require(HTTPField.Name(name))] = value
    }
    let (_, bytes) = try await Transports.system.send(
      head, body: Data(body.serialized()), limit: ResponseLimit(deadline: .seconds(60)))
    return try JSONObject(parsing: [UInt8](bytes))
  }

  /// Signs a user in at Weibo and opens the page.
  func open(
    _ page: String = "register", of user: StandInUser = .alice, theme: JSONObject? = nil,
    language: String = "en"
  ) async throws {
    let proof = server.weibo.token(for: user)
    let login = try await call(
      "/api/v2/sdk/login/weibo",
      ["access_token": .string(proof.accessToken), "uid": .string(proof.uid)])
    var body: JSONObject = [
      "page": .string(page), "redirect_uri": .string(redirect), "state": "xyz",
      "code_challenge": .string(pkce.challenge), "language": .string(language),
    ]
    body["theme"] = theme.map(JSONValue.object)
    let answer = try await call(
      "/api/v2/sdk/hosted-session", body,
      fields: ["X-state-token": login["state_token"]?.stringValue ?? ""])
    try await chromium.open(try #require(answer["url"]?.stringValue))
  }

  /// The parameters the browser brings back to the application.
  func answer() async throws -> Parameters {
    for _ in 0..<400 {
      let address = try await chromium.address()
      if address.hasPrefix(redirect) {
        return try Parameters(
          decoding: address.split(separator: "?", maxSplits: 1).dropFirst().first ?? "")
      }
      try await Task.sleep(for: .milliseconds(25))
    }
    let alert = try await chromium.evaluate("return document.body.innerText")
    throw WebDriverError(reason: "not back at the application: \(alert)")
  }

  /// The response that the application gets for the ticket.
  func complete(_ answer: Parameters) async throws -> JSONObject {
    try await call(
      "/api/v2/sdk/hosted-session/complete",
      [
        "ticket": .string(answer["ticket"] ?? ""),
        "code_verifier": .string(pkce.verifier.reveal()),
      ])
  }

  /// The code that was sent.
  func code() throws -> String {
    try #require(server.outbox.last(to: .phone("+86" + Self.phone))?.code)
  }

  /// Where the piece of a challenge belongs.
  func place(of token: String) async throws -> Int {
    try #require(try await server.slide(for: Secret(token)))
  }

  /// The newest challenge that the page's script was given.
  func challenge() async throws -> String {
    try #require(try await chromium.evaluate("return window.seen.token").stringValue)
  }

  /// Records the responses that the page's script gets.
  func listen() async throws {
    _ = try await chromium.evaluate(
      """
      const own = window.fetch;
      window.fetch = async (...all) => {
        const reply = await own(...all);
        if (all[0] === '/hosted/api/captcha') window.seen = await reply.clone().json();
        return reply;
      };
      """)
  }

  /// Opens the slider's dialog and waits for its picture.
  func openSlider() async throws {
    try await listen()
    try await chromium.type(Self.phone, into: "#mobile")
    try await chromium.click("#send")
    try await shownSlider()
  }

  /// Opens the page and drags the slider to the right position.
  func solveSlider(pointer: String) async throws {
    try await open()
    try await openSlider()
    let place = try await place(of: try await challenge())
    try await chromium.drag("#knob", by: try await distance(to: place), pointer: pointer)
  }

  /// Waits for the slider's picture.
  func shownSlider() async throws {
    try await chromium.wait(until: "document.getElementById('slider').open")
    try await chromium.wait(until: "document.getElementById('ground').href.baseVal.length > 100")
  }

  /// How many pixels of the page the knob has to go.
  func distance(to place: Int) async throws -> Int {
    let value = try await chromium.evaluate(
      """
      const rail = document.getElementById('rail'), knob = document.getElementById('knob');
      const range = rail.clientWidth - knob.offsetWidth, most = +knob.getAttribute('aria-valuemax');
      return Math.round(\(place) / most * range);
      """)
    return try #require(value.intValue)
  }

  /// Types the code and ends.
  func finish() async throws {
    try await chromium.wait(until: "document.getElementById('notice').textContent.length > 0")
    try await chromium.type(try code(), into: "#code")
    try await chromium.click("#consent")
    try await chromium.click("#form .confirm.act")
  }
}
