// SPDX-License-Identifier: Apache-2.0

import TestKit

struct OPSignInTests {
  @Test("oidcc-id-token-hint: a hint about the signed-in user, without a page")
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

  @Test("oidcc-max-age-1: the user signs in again when auth_time is too old")
  func maxAge1() async throws {
    let op = try await OP()
    let first = try await op.claims(of: op.tokens()["id_token"]).claims
    op.server.clock.advance(by: .seconds(2))
    let asked = op.request(with: ["max_age": "1"])
    let second = try await op.claims(of: op.tokens(asked)["id_token"]).claims
    #expect(second["auth_time"]?.intValue ?? 0 > first["auth_time"]?.intValue ?? .max)
  }

  @Test("oidcc-max-age-10000: the server uses a recent sign-in")
  func maxAge10000() async throws {
    let op = try await OP()
    let first = try await op.claims(of: op.tokens()["id_token"]).claims
    op.server.clock.advance(by: .seconds(2))
    let page = try await op.answer(to: op.request(with: ["max_age": "10000", "prompt": "none"]))
    let second = try await op.redeem(op.redirected(page)["code"]).json
    let claims = try await op.claims(of: second["id_token"]).claims
    #expect(claims["auth_time"] == first["auth_time"])
  }

  @Test("oidcc-prompt-login: the user enters the password again")
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

  @Test("oidcc-prompt-none-logged-in: the server issues a code for a signed-in user")
  func promptNoneLoggedIn() async throws {
    let op = try await OP()
    let first = try await op.claims(of: op.tokens()["id_token"]).claims
    let page = try await op.answer(to: op.request(with: ["prompt": "none"]))
    let second = try await op.redeem(op.redirected(page)["code"]).json
    #expect(try await op.claims(of: second["id_token"]).claims["sub"] == first["sub"])
  }

  @Test("oidcc-prompt-none-not-logged-in: the server refuses the request without a signed-in user")
  func promptNoneNotLoggedIn() async throws {
    let op = try await OP()
    let page = try await op.answer(to: op.request(with: ["prompt": "none"]))
    #expect(try op.redirected(page)["error"] == "login_required")
  }
}
