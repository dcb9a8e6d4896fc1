// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("Small values")
struct SmallValueTests {
  @Test("a secret is redacted in every way of printing")
  func secret() {
    struct Holder { let token = Secret("hush-hush") }
    let printed = "\(Secret("hush-hush"))" + printed(Holder())
    #expect(!printed.contains("hush"))
    #expect(printed.contains("[redacted]"))
  }

  @Test("secrets match by their bytes")
  func secretMatch() {
    #expect(Secret("abc").matches(Secret("abc")))
    #expect(!Secret("abc").matches(Secret("abd")))
    #expect(!Secret("abc").matches(Secret("abcd")))
    // Swift's == calls these two equal.
    #expect(!Secret("\u{212A}").matches(Secret("K")))
  }

  @Test("an identifier does not begin with a hyphen, as an option of a command does")
  func identifier() {
    let environment = RuntimeEnvironment(
      now: { start }, random: { Array(repeating: 0xF8, count: $0) }, sleep: { _ in })
    #expect(environment.token(bytes: 16).hasPrefix("-"))
    #expect(environment.identifier().count == 22 && !environment.identifier().hasPrefix("-"))
  }

  @Test("scopes are listed in order, each once")
  func scopes() {
    #expect(
      Scope.list("openid  email openid WMS_Availability:x") == [
        .openID, .email, "WMS_Availability:x",
      ])
    #expect(Scope.text([.email, .openID, .email]) == "email openid")
    #expect(Scope.list("").isEmpty)
    let many = (0..<40).map { "s\($0)" }
    #expect(Scope.list((many + many).joined(separator: " ")).map(\.rawValue) == many)
  }

  @Test(
    "a scope has the characters of RFC 6749 §3.3",
    arguments: ["a\"b", "a\\b", "a\tb", "a b", "", "é"])
  func badScope(text: String) {
    #expect(!Scope(rawValue: text).isValid)
  }

  @Test("an unknown expiry has not passed, and a known one passes earlier by the leeway")
  func expiry() {
    let soon = Expiry.at(start.addingTimeInterval(60))
    #expect(!Expiry.unknown.isExpired(at: .distantFuture))
    #expect(!Expiry.never.isExpired(at: .distantFuture))
    #expect(!soon.isExpired(at: start.addingTimeInterval(59)))
    #expect(soon.isExpired(at: start.addingTimeInterval(60)))
    #expect(!soon.isExpired(at: start.addingTimeInterval(29), leeway: 30))
    #expect(soon.isExpired(at: start.addingTimeInterval(30), leeway: 30))
  }

  @Test(
    "Retry-After is clamped to one second and one hour",
    arguments: [
      ("3", 3), ("0", 1), (" 7 ", 7), ("999999999", 3600), ("99999999999999999999999", 3600),
      ("-5", nil), ("abc", nil), ("", nil), ("1.5", nil), ("Tue, 14 Nov 2023 22:13:30 GMT", 10),
      ("Sun, 06 Nov 1994 08:49:37 GMT", 1), ("Fri, 31 Dec 9999 23:59:59 GMT", 3600),
      ("Tue, 14 Nov 2023 22:13:30", nil), ("Tue, 14 Foo 2023 22:13:30 GMT", nil),
    ] as [(String, Int?)])
  func retryAfter(value: String, seconds: Int?) {
    #expect(RetryAfter.parse(value, now: start) == seconds.map { .seconds($0) })
  }

  @Test("the live environment draws different bytes and tells the time")
  func live() {
    #expect(RuntimeEnvironment.live.random(32).count == 32)
    #expect(RuntimeEnvironment.live.token() != RuntimeEnvironment.live.token())
    #expect(RuntimeEnvironment.live.now() > start)
  }

  @Test("errors are equal by outcome and code, and a peer's codes are kept")
  func errorEquality() {
    let one = OAuthError.refused(.invalidGrant, "one", status: 400)
    #expect(one == .refused(OAuthError.Code(rawValue: "invalid_grant"), "two"))
    #expect(one != .unreadable(.invalidGrant, "one"))
    #expect(OAuthError.misused("scopes", "…").parameter == "scopes")
    #expect(OAuthError.unreachable(.timedOut, "…").isTransient)
    #expect(!one.isTransient)
  }

  @Test(
    "an error_uri that is not a web address is dropped",
    arguments: ["javascript:alert(1)", "file:///etc/passwd", "https://x/\u{1b}[2J", "no"])
  func errorURI(text: String) {
    let error = OAuthError(
      outcome: .refused, code: .accessDenied, reason: "", peer: .init(uri: text))
    #expect(error.errorURI == nil)
  }
}
