// SPDX-License-Identifier: Apache-2.0
import TestKit
@testable import CoatcheckIssuer

@Suite("The cache of verified access tokens")
struct VerifiedTokensTests {
  private let issuer: Issuer

  init() throws { issuer = try Issuer("https://id.example") }

  private static func token(_ id: String) -> CoatcheckIssuer.AccessToken {
    CoatcheckIssuer.AccessToken(
      subject: "a", clientID: "app", scopes: [], familyID: nil, audience: ["https://id.example"],
      jkt: nil, id: id, issuedAt: TestClock.start, expiresAt: TestClock.start + 600)
  }

  @Test("a valid token of one issuer is verified once, and an invalid one each time")
  func once() throws {
    let tokens = VerifiedTokens()
    let other = try Issuer("https://other.example")
    var verified: [String] = []
    func show(_ text: String, to issuer: Issuer? = nil, isValid: Bool = true) -> String? {
      tokens.token(Secret(text), of: issuer ?? self.issuer) {
        verified.append(text)
        return isValid ? Self.token(text) : nil
      }?.id
    }
    #expect(show("a") == "a" && show("a") == "a" && show("b") == "b")
    #expect(verified == ["a", "b"])
    #expect(show("a", to: other) == "a")
    #expect(show("x", isValid: false) == nil && show("x", isValid: false) == nil)
    #expect(verified == ["a", "b", "a", "x", "x"])
    #expect(show("x") == "x")
  }

  @Test("a token that is used repeatedly stays cached, however many others there are")
  func bounded() {
    let tokens = VerifiedTokens()
    var count = 0
    func show(_ text: String) {
      _ = tokens.token(Secret(text), of: issuer) {
        count += 1
        return Self.token(text)
      }
    }
    show("a")
    for n in 0..<VerifiedTokens.limit { show("\(n)") }
    show("a")
    #expect(count == VerifiedTokens.limit + 1)
    for n in 0..<2 * VerifiedTokens.limit { show("x\(n)") }
    show("a")
    #expect(count == 3 * VerifiedTokens.limit + 2)
  }
}
