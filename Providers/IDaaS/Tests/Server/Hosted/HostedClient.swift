// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import TestKit

/// A client in place of a browser: it keeps cookies, reads forms, and follows redirects within the pages after a form.
final class HostedClient {
  struct Page {
    let head: HTTPResponse
    let text: String

    var status: HTTPResponse.Status { head.status }
    var location: String { head.headerFields[.location] ?? "" }
    var json: JSONObject { (try? JSONObject(parsing: Array(text.utf8))) ?? [:] }
    func header(_ name: String) -> String {
      HTTPField.Name(name).flatMap { head.headerFields[$0] } ?? ""
    }

    /// The first text between two others.
    func between(_ start: String, _ end: String) -> String? {
      guard let from = text.range(of: start),
        let to = text.range(of: end, range: from.upperBound..<text.endIndex)
      else { return nil }
      return String(text[from.upperBound..<to.lowerBound])
    }
    var csrf: String { between("name=\"csrf\" value=\"", "\"") ?? "" }
    var alert: String { between("role=\"alert\">", "<") ?? "" }
  }

  let server: IDaaSTestServer
  var cookies: [String: String] = [:]
  var csrf = ""

  init(_ server: IDaaSTestServer) { self.server = server }

  func get(_ path: String, fields: [String: String] = [:]) async throws -> Page {
    let page = try await send(.get, path, Data(), fields)
    if !page.csrf.isEmpty { csrf = page.csrf }
    return page
  }

  /// Posts a form and loads the page it leads to.
  func post(
    _ path: String, _ form: [(String, String)] = [], csrf: String? = nil,
    fields: [String: String] = [:]
  ) async throws -> Page {
    let body = Parameters([("csrf", csrf ?? self.csrf)] + form).encoded
    let own = [
      "Content-Type": "application/x-www-form-urlencoded", "Origin": server.origin,
      "Sec-Fetch-Site": "same-origin",
    ]
    let answer = try await send(
      .post, "/hosted/api/" + path, Data(body.utf8), own.merging(fields) { $1 })
    guard answer.status == .seeOther, answer.location.hasPrefix("/hosted/") else { return answer }
    return try await get(answer.location)
  }

  /// Posts what the page's script posts.
  func script(
    _ path: String, _ body: JSONObject, fields: [String: String] = [:]
  ) async throws -> Page {
    var body = body
    if body["csrf"] == nil { body["csrf"] = .string(csrf) }
    let own = ["Content-Type": "application/json", "Origin": server.origin]
    return try await send(
      .post, "/hosted/api/" + path, Data(body.serialized()), own.merging(fields) { $1 })
  }

  private func send(
    _ method: HTTPRequest.Method, _ path: String, _ body: Data, _ fields: [String: String]
  ) async throws -> Page {
    var head = HTTPRequest(
      method: method, scheme: "http", authority: "127.0.0.1:\(server.port)", path: path)
    for (name, value) in fields { head.headerFields[try #require(HTTPField.Name(name))] = value }
    if !cookies.isEmpty {
      head.headerFields[.cookie] = cookies.map { "\($0)=\($1)" }.joined(separator: "; ")
    }
    let (answer, bytes) = try await Transports.system.send(
      head, body: body, limit: ResponseLimit(deadline: .seconds(60)))
    for cookie in answer.headerFields[values: .setCookie] {
      let pair = cookie.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
      cookies[String(pair[0])] =
        cookie.contains("Max-Age=0") || pair.count < 2 ? nil : String(pair[1])
    }
    return Page(head: answer, text: String(decoding: bytes, as: UTF8.self))
  }

  /// Requests a code with the slider, and reads it from the outbox.
  func codeSent(to phone: String) async throws -> String {
    _ = try await post("sms/send", [("country", "CN"), ("mobile", phone)])
    _ = try await solveSlider()
    return try #require(server.outbox.last(to: .phone("+86" + phone))?.code)
  }

  /// Sends the form with a code.
  func submit(_ code: String, from phone: String) async throws -> Page {
    try await post(
      "submit", [("country", "CN"), ("mobile", phone), ("verify_code", code), ("consent", "yes")])
  }

  /// Solves the slider without script: the solution is read from the store with the server's key.
  func solveSlider(off by: Int = 0) async throws -> Page {
    let token = try #require(try Door.challenge(in: cookies))
    let answer = try #require(try await server.slide(for: Secret(token)))
    return try await post("captcha/verify", [("step", "check"), ("position", String(answer + by))])
  }
}

/// Opens sealed values of the server, whose key the test has too.
enum Door {
  static func sealer() throws -> Sealer {
    Sealer(master: try TestKeys.master(), environment: .live)
  }

  /// The challenge of the slider that a browser without script shows.
  static func challenge(in cookies: [String: String]) throws -> String? {
    let cookie = cookies[HostedBrowser.cookie] ?? ""
    return HostedBrowser.challenge(inCookie: cookie, sealer: try sealer())?.reveal()
  }
}
