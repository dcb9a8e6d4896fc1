// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("the claims parameter", .world)
struct ClaimsParameterTests {
  @Test("a claim is returned where it was requested, without the other claims of its scope")
  func released() async throws {
    let ask = Ask(.web, scope: "openid").with(
      "claims",
      #"{"userinfo":{"email":{"essential":true},"nickname":null},"id_token":{"name":null}}"#)
    let tokens = try await world.signIn(ask)
    #expect(tokens.json["scope"]?.stringValue == "openid")
    let inToken = try await world.claims(tokens.id)
    #expect(inToken["name"]?.stringValue == "Alice Example")
    #expect(inToken["email"] == nil && inToken["given_name"] == nil)
    let info = try await world.userInfo(tokens.access).json
    #expect(info["email"]?.stringValue == "alice@example.org")
    #expect(info["name"] == nil && info["email_verified"] == nil)
    // Alice has no nickname, which is not an error.
    #expect(info["nickname"] == nil)
  }

  @Test("requested claims are returned after a refresh")
  func refreshed() async throws {
    let ask = Ask(.web, scope: "openid offline_access").with(
      "claims", #"{"userinfo":{"email":null},"id_token":{"name":null}}"#)
    let first = try await world.signIn(ask)
    let tokens = try await world.renewed(first.refresh, as: .web)
    #expect(try await world.claims(tokens.id)["name"]?.stringValue == "Alice Example")
    let info = try await world.userInfo(tokens.access).json
    #expect(info["email"]?.stringValue == "alice@example.org")
  }

  @Test("the user is asked once for consent to the scopes of the claims")
  func consent() async throws {
    let jar = CookieJar()
    _ = try await world.callback(Ask(.web, scope: "openid"), jar: jar)
    let ask = Ask(.web, scope: "openid").with("claims", #"{"userinfo":{"email":null}}"#)
    let silent = ask.with("prompt", "none")
    #expect(try await world.callback(silent, jar: jar)["error"] == "consent_required")
    let browser = world.browser(jar)
    let first = try await browser.get(world.url(ask))
    let page = try await browser.get(try #require(first.location))
    let plain = try await browser.get(
      try #require(
        try await browser.get(world.url(Ask(.web, scope: "openid email"))).location))
    let shown = { (page: TestBrowser.Page) in
      page.text.components(separatedBy: "<li>").dropFirst().map { $0.prefix { $0 != "<" } }
    }
    #expect(shown(page).count == 2 && shown(page) == shown(plain))
    _ = try await world.callback(ask, jar: jar)
    #expect(try await world.callback(silent, jar: jar)["code"] != nil)
  }

  @Test("a client gets no claim of a scope it is not registered for, and no error")
  func unregistered() async throws {
    let ask = Ask(.other, scope: "openid").with(
      "claims", #"{"userinfo":{"email":{"essential":true},"name":null}}"#)
    let tokens = try await world.signIn(ask)
    let info = try await world.userInfo(tokens.access).json
    #expect(info["email"] == nil && info["name"]?.stringValue == "Alice Example")
  }

  // attack: A-18
  @Test("a malformed parameter is refused, and unknown members are ignored")
  func malformed() async throws {
    let deep = String(repeating: #"{"a":"#, count: 1000) + "1" + String(repeating: "}", count: 1000)
    for text in ["[]", "null", "{", "{]", deep, #"{"id_token":[]}"#, #"{"userinfo":{"a":1}}"#] {
      let form = Ask(.web).with("claims", text)
      let reply = try await world.wire.post("/authorize", form: form.query)
      #expect(reply.redirected("error") == "invalid_request", "\(text.prefix(20))")
      #expect(reply.redirected("state") == "state-1")
    }
    for text in [#"{"__proto__":{}}"#, #"{"id_token":{"__proto__":{}}}"#, "{}"] {
      let tokens = try await world.signIn(Ask(.web).with("claims", text))
      #expect(try await world.claims(tokens.id)["__proto__"] == nil)
    }
  }

  @Test("an ID token contains acr; a request for another essential acr is refused")
  func authenticationContext() async throws {
    let password = AuthenticationContext.password
    let wished = Ask(.web).with("acr_values", "1 2")
    let claims = try await world.claims(world.signIn(wished).id)
    #expect(claims["acr"]?.stringValue == password)
    #expect(claims["amr"] == .array(["pwd"]))
    #expect(claims["auth_time"]?.intValue != nil)
    let ours = #"{"id_token":{"acr":{"essential":true,"values":["x","\#(password)"]}}}"#
    #expect(try await world.callback(Ask(.web).with("claims", ours))["code"] != nil)
    let voluntary = #"{"id_token":{"acr":{"value":"x"}}}"#
    #expect(try await world.callback(Ask(.web).with("claims", voluntary))["code"] != nil)
    for wish in [#""value":"x""#, #""values":["x","y"]"#] {
      let demanded = #"{"id_token":{"acr":{"essential":true,\#(wish)}}}"#
      let reply = try await world.callback(Ask(.web).with("claims", demanded))
      #expect(reply["error"] == "unmet_authentication_requirements")
      #expect(reply["code"] == nil)
    }
    let metadata = try await world.metadata()
    #expect(metadata["acr_values_supported"] == .array([.string(password)]))
    #expect(metadata["claims_parameter_supported"] == true)
  }
}
