// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("The path that a user continues at after a sign-in")
struct ReturnPathTests {
  // attack: C-66
  @Test(
    "Anything but a path of the app becomes its front page",
    arguments: [
      "//evil.example", "/\\evil.example", "/%09/evil.example", "\t//evil.example", "https:evil",
      "///evil.example", "http://localhost@evil.example", "javascript:alert(1)",
      "/a/..//evil.example", "/%5cevil.example", "%2f%2fevil.example", "", "/a//b", "/../b",
      "/%2e%2e/b", "/%2f/evil.example", "/a\r\nSet-Cookie: a=b", "/a b", "/é", "/a#b",
      "/%252fevil", "/%zz", "evil", "?a", "/" + String(repeating: "a", count: 1 << 20),
    ])
  func foreign(_ text: String) {
    #expect(ReturnPath.path(text) == "/")
    #expect(
      ReturnPath.path(ofAddress: "https://app.example" + text, at: "https://app.example") == "/")
  }

  @Test("An absent path is the front page")
  func nothing() {
    #expect(ReturnPath.path(nil) == "/")
    #expect(ReturnPath.path(ofAddress: nil, at: "https://app.example") == "/")
  }

  @Test(
    "A path of the app is kept",
    arguments: [
      "/", "/albums", "/albums/", "/a/b.c-d_e~f", "/a?page=2&q=//x", "/caf%C3%A9", "/a+b",
    ])
  func own(_ text: String) {
    #expect(ReturnPath.path(text) == text)
    #expect(
      ReturnPath.path(ofAddress: "https://app.example" + text, at: "https://app.example") == text)
  }

  @Test(
    "A URL of another origin becomes the front page",
    arguments: [
      "https://evil.example/a", "https://app.example.evil.example/a", "http://app.example/a",
      "https://app.example:8443/a", "https://app.example@evil.example/",
    ])
  func elsewhere(_ address: String) {
    #expect(ReturnPath.path(ofAddress: address, at: "https://app.example") == "/")
  }
}

@Suite("A sign-in that a third party initiates")
struct InitiatedLoginTests {
  private func read(_ parameters: Parameters) throws -> InitiatedLogin {
    try InitiatedLogin(
      head: get("/login?" + parameters.encoded).head,
      issuers: [Issuer("https://one.example"), Issuer("https://two.example/t")],
      origin: "https://app.example")
  }

  @Test("It begins at the issuer that the request names, if it is known")
  func known() throws {
    let login = try read([
      "iss": "https://two.example/t", "login_hint": "alice",
      "target_link_uri": "https://app.example/albums?page=2",
    ])
    #expect(login.issuer.text == "https://two.example/t")
    #expect(login.loginHint == "alice")
    #expect(login.returnPath == "/albums?page=2")
  }

  // attack: C-67
  @Test(
    "An unknown issuer is refused",
    arguments: ["https://evil.example", "https://one.example/", "HTTPS://one.example", nil])
  func unknown(_ issuer: String?) {
    let parameters = Parameters([("login_hint", "alice")]).changing(["iss": issuer])
    expectError(.refused(.invalidRequest, ""), naming: "iss") { try read(parameters) }
  }

  // attack: C-67
  @Test(
    "A target_link_uri at another origin becomes the front page",
    arguments: ["https://evil.example/", "//evil.example", "https://app.example@evil.example/"])
  func target(_ target: String) throws {
    let login = try read(["iss": "https://one.example", "target_link_uri": target])
    #expect(login.returnPath == "/")
  }
}
