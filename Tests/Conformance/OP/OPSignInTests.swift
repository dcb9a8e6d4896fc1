// SPDX-License-Identifier: Apache-2.0

import TestKit

struct OPSignInTests {
  @Test("oidcc-display-page: display=page is no error")
  func displayPage() async throws {
    let op = try await OP()
    #expect(try await op.tokens(op.request(with: ["display": "page"]))["id_token"] != nil)
  }

  @Test("oidcc-display-popup: display=popup is no error")
  func displayPopup() async throws {
    let op = try await OP()
    #expect(try await op.tokens(op.request(with: ["display": "popup"]))["id_token"] != nil)
  }

  @Test("oidcc-id-token-hint: with a hint about the person who is signed in, nobody is asked")
  func idTokenHint() async throws {
    let op = try await OP()
    let first = try await op.tokens()
    let asked = op.request(with: [
      "prompt": "none", "id_token_hint": first["id_token"]?.stringValue,
    ])
    let reply = try op.redirected(await op.answer(to: asked))
    let second = try await op.redeem(reply["code"])
    let claims = try await op.claims(of: second.json["id_token"]).claims
    #expect(try await claims["sub"] == op.claims(of: first["id_token"]).claims["sub"])
  }

  @Test("oidcc-login-hint: a hint of who signs in is no error")
  func loginHint() async throws {
    let op = try await OP()
    #expect(
      try await op.tokens(op.request(with: ["login_hint": "bob@example.com"]))["id_token"] != nil)
  }

  @Test("oidcc-max-age-1: a sign-in that is too old is done again")
  func maxAge1() async throws {
    let op = try await OP()
    let first = try await op.claims(of: op.tokens()["id_token"]).claims
    op.server.clock.advance(by: .seconds(2))
    let asked = op.request(with: ["max_age": "1"])
    let second = try await op.claims(of: op.tokens(asked)["id_token"]).claims
    #expect(second["auth_time"]?.intValue ?? 0 > first["auth_time"]?.intValue ?? .max)
  }

  @Test("oidcc-max-age-10000: a sign-in that is young enough is used again")
  func maxAge10000() async throws {
    let op = try await OP()
    let first = try await op.claims(of: op.tokens()["id_token"]).claims
    op.server.clock.advance(by: .seconds(2))
    let page = try await op.answer(to: op.request(with: ["max_age": "10000", "prompt": "none"]))
    let second = try await op.redeem(op.redirected(page)["code"]).json
    let claims = try await op.claims(of: second["id_token"]).claims
    #expect(claims["auth_time"] == first["auth_time"])
  }

  @Test("oidcc-prompt-login: prompt=login asks for the password again")
  func promptLogin() async throws {
    let op = try await OP()
    let first = try await op.claims(of: op.tokens()["id_token"]).claims
    op.server.clock.advance(by: .seconds(5))
    let asked = op.request(with: ["prompt": "login"])
    #expect(try await op.answer(to: asked).location?.contains("/login?") == true)
    let second = try await op.claims(of: op.tokens(asked)["id_token"]).claims
    #expect(second["sub"] == first["sub"])
    #expect(second["auth_time"]?.intValue ?? 0 > first["auth_time"]?.intValue ?? .max)
  }

  @Test("oidcc-prompt-none-logged-in: prompt=none brings a code at once for whoever is signed in")
  func promptNoneLoggedIn() async throws {
    let op = try await OP()
    let first = try await op.claims(of: op.tokens()["id_token"]).claims
    let page = try await op.answer(to: op.request(with: ["prompt": "none"]))
    let second = try await op.redeem(op.redirected(page)["code"]).json
    #expect(try await op.claims(of: second["id_token"]).claims["sub"] == first["sub"])
  }

  @Test("oidcc-prompt-none-not-logged-in: prompt=none without a sign-in is refused")
  func promptNoneNotLoggedIn() async throws {
    let op = try await OP()
    let page = try await op.answer(to: op.request(with: ["prompt": "none"]))
    #expect(try op.redirected(page)["error"] == "login_required")
  }

  @Test("oidcc-ui-locales: languages that are not spoken are no error")
  func uiLocales() async throws {
    let op = try await OP()
    #expect(try await op.tokens(op.request(with: ["ui_locales": "se no"]))["id_token"] != nil)
  }
}
