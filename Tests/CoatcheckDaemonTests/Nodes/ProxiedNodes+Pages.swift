// SPDX-License-Identifier: Apache-2.0
import History
import TestKit

extension ProxiedNodes {
  private static let cookie = CookieRules(isSecure: true).name("coatcheck_session")
  private static let redirect = "https://my.example/callback"

  /// The query of an authorization request of the app.
  private var authorizationQuery: String {
    visitor.authorizationURL.split(separator: "?").last.map(String.init) ?? ""
  }

  /// A browser of its own, which holds a login session or none.
  private func browser(_ session: String? = nil) -> Visitor {
    let cookies = CookieJar()
    if let session { cookies.set(Self.cookie, to: session, host: "127.0.0.1") }
    return Visitor(visitor.origin, cookies: cookies, over: failures)
  }

  private func cookie(of visitor: Visitor) throws -> String {
    guard let value = visitor.browser.cookies.value(Self.cookie, host: "127.0.0.1") else {
      throw NoAnswer(status: 0)
    }
    return value
  }

  private func post(_ path: String, _ form: Parameters) async throws -> Visitor.Reply {
    try await visitor.send(
      .post, path, [.contentType: "application/x-www-form-urlencoded"], form.encoded)
  }

  /// Sends the first form of a page, and follows it.
  private func answer(
    _ page: TestBrowser.Page, with visitor: Visitor, _ values: KeyValuePairs<String, String>
  ) async throws -> TestBrowser.Page {
    guard page.status == 200, let form = page.forms.first else {
      throw NoAnswer(status: page.status)
    }
    var sent = Parameters()
    for field in form.fields { if let value = field.value { sent[field.name] = value } }
    for (name, value) in values { sent[name] = value }
    let next = try await visitor.browser.post(visitor.origin + form.action, sent)
    guard let location = next.location else { return next }
    return try await visitor.browser.get(location)
  }

  /// What the browser brings to the app: its query.
  private func callback(_ query: String, _ visitor: Visitor) async throws -> Parameters? {
    var page = try await visitor.browser.get("\(visitor.origin)/authorize?\(query)")
    for _ in 0..<5 {
      guard let location = page.location else { break }
      if location.hasPrefix("http://127.0.0.1:49152/callback?") {
        return try Parameters(decoding: String(location.split(separator: "?").last ?? ""))
      }
      page = try await visitor.browser.get(location)
    }
    guard page.status == 400 else { throw NoAnswer(status: page.status) }
    return nil
  }

  func approvedDevice() async throws -> String {
    let codes = try await post(
      "/device_authorization", ["client_id": "app", "scope": "openid offline_access"])
    guard let device = codes["device_code"], let user = codes["user_code"] else {
      throw NoAnswer(status: codes.status)
    }
    let browser = browser(try cookie(of: visitor))
    let page = try await browser.browser.get(browser.origin + "/device")
    let confirmation = try await answer(page, with: browser, ["user_code": user])
    let done = try await answer(confirmation, with: browser, ["action": "allow"])
    guard done.status == 200 else { throw NoAnswer(status: done.status) }
    return device
  }

  func poll(device: String) async throws -> RecordedCall.Outcome {
    try granted(
      await visitor.token([
        "grant_type": Self.deviceGrant, "device_code": device, "client_id": "app",
      ]))
  }

  func pushedRequest() async throws -> String {
    let reply = try await post("/par", Parameters(decoding: authorizationQuery))
    guard reply.status == 201, let uri = reply["request_uri"] else {
      throw NoAnswer(status: reply.status)
    }
    return uri
  }

  func visit(request: String) async throws -> RecordedCall.Outcome {
    let query: Parameters = ["client_id": "app", "request_uri": request]
    let found = try await callback(query.encoded, browser(try cookie(of: visitor)))
    return found?["code"] == nil ? .refused : .accepted
  }

  func session() async throws -> String {
    guard isPasswordDue() else {
      return try cookie(
        of: await Visitor.signedIn(
          at: visitor.origin, over: failures, knownTo: store, issuer: "https:"))
    }
    let browser = browser()
    _ = try await browser.code()
    return try cookie(of: browser)
  }

  func browse(session: String) async throws -> RecordedCall.Outcome {
    let found = try await callback(authorizationQuery + "&prompt=none", browser(session))
    if found?["code"] != nil { return .accepted }
    guard found?["error"] == "login_required" else { throw NoAnswer(status: 400) }
    return .refused
  }

  func signOut(session: String) async throws -> RecordedCall.Outcome {
    let browser = browser(session)
    let page = try await browser.browser.get(browser.origin + "/logout")
    // A session that has ended needs no confirmation.
    if page.status == 200, page.forms.isEmpty { return .accepted }
    let done = try await answer(page, with: browser, ["action": "sign-out"])
    guard done.status == 200 else { throw NoAnswer(status: done.status) }
    return .accepted
  }

  func registeredClient() async throws -> String {
    let body = """
      {"client_name": "My App", "redirect_uris": ["\(Self.redirect)"], "token_endpoint_auth_method": "none"}
      """
    let reply = try await visitor.send(.post, "/register", [.contentType: "application/json"], body)
    guard reply.status == 201, let id = reply["client_id"] else {
      throw NoAnswer(status: reply.status)
    }
    return id
  }

  func useClient(id: String) async throws -> RecordedCall.Outcome {
    var form = try Parameters(decoding: authorizationQuery)
    form["client_id"] = id
    form["redirect_uri"] = Self.redirect
    let reply = try await post("/par", form)
    if reply.status == 201 { return .accepted }
    guard reply["error"] == "invalid_client" else { throw NoAnswer(status: reply.status) }
    return .refused
  }
}
