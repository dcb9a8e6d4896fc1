// SPDX-License-Identifier: Apache-2.0

import TestSupport

/// RFC 9700 §4.4.2.2: "clients MUST use a distinct redirect URI for each issuer they interact with", and
/// compare it with the address of the callback. No server here sends the `iss` parameter.
@Suite("Mix-up")
struct MixUpTests {
  /// Begins a sign-in with an issuer and a redirect URI of its own.
  private func attempt(at issuer: String, redirectURI: String, seed: UInt64) throws
    -> AuthorizationTransaction
  {
    try beginSignIn(at: metadata(issuer: issuer), redirectURI: redirectURI, seed: seed)
      .transaction
  }

  // attack: C-07 C-08
  @Test(
    "a callback at the redirect URI of another sign-in is refused by both sign-ins",
    arguments: [
      ("two issuers", "https://a.example", "https://b.example"),
      ("two tenants of one issuer", "https://a.example", "https://a.example"),
    ])
  func otherRedirectURI(name: String, ours: String, theirs: String) throws {
    let one = try attempt(at: ours, redirectURI: "https://app.example/cb/one", seed: 1)
    let other = try attempt(at: theirs, redirectURI: "https://app.example/cb/other", seed: 2)
    let query = "?code=abc&state=\(one.state.reveal())"
    let landed = "https://app.example/cb/other" + query

    #expect(failure { try one.reply(from: landed, at: start) } != nil)
    #expect(failure { try other.reply(from: landed, at: start) }?.code == .stateMismatch)
    // The callback at the correct redirect URI is still accepted afterwards.
    let right = try one.reply(from: "https://app.example/cb/one" + query, at: start)
    #expect(right.code.reveal() == "abc")
  }
}
