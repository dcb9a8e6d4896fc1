// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("PKCE and the random values of a sign-in")
struct PKCETests {
  static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

  @Test("the verifier of RFC 7636 appendix B has the challenge of the example")
  func appendixB() throws {
    #expect(try PKCE(verifier: Self.verifier).challenge == Self.challenge)
    #expect(PKCE.verify(verifier: Self.verifier, challenge: Self.challenge))
    let octets: [UInt8] = [
      116, 24, 223, 180, 151, 153, 224, 37, 79, 250, 96, 125, 216, 173, 187, 186, 22, 212, 37, 77,
      105, 214, 191, 240, 91, 88, 5, 88, 83, 132, 141, 121,
    ]
    let environment = RuntimeEnvironment(now: { start }, random: { _ in octets }, sleep: { _ in })
    #expect(PKCE(environment: environment).verifier.reveal() == Self.verifier)
  }

  @Test(
    "a verifier that does not match the challenge is refused",
    arguments: [
      ("another", String(repeating: "a", count: 43)),
      ("one character differs", "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXK"),
      ("42 characters", String(verifier.dropLast())),
      ("129 characters", String(repeating: "a", count: 129)),
      ("the challenge itself", challenge),
      ("a line feed at the end", verifier + "\n"),
      ("a space at the end", verifier + " "),
      ("empty", ""),
    ])
  func wrongVerifier(name: String, verifier: String) {
    #expect(!PKCE.verify(verifier: verifier, challenge: Self.challenge))
  }

  @Test("a verifier has 43 to 128 unreserved characters")
  func lengths() {
    for (count, good) in [(42, false), (43, true), (128, true), (129, false)] {
      #expect((failure { try PKCE(verifier: String(repeating: "~", count: count)) } == nil) == good)
    }
  }

  // attack: C-19
  @Test("10,000 states, verifiers and nonces are distinct and have at least 128 bits")
  func tenThousand() throws {
    let metadata = try metadata()
    var seen: Set<String> = []
    for _ in 0..<10_000 {
      let (transaction, _) = try AuthorizationTransaction.begin(
        metadata: metadata, client: publicClient, redirectURI: "https://app.example/cb",
        scopes: [.openID], environment: .live)
      let verifier = transaction.pkce.verifier.reveal()
      #expect((43...128).contains(verifier.utf8.count))
      #expect(
        verifier.utf8.allSatisfy { SplitMix64.unreserved.utf8.contains($0) })
      for value in [verifier, transaction.state.reveal(), transaction.nonce?.reveal() ?? ""] {
        // Each character of base64url has 6 bits, so that 22 characters have at least 128.
        #expect(value.utf8.count >= 22)
        #expect(seen.insert(value).inserted)
      }
    }
    #expect(seen.count == 30_000)
    #expect(try PKCE(verifier: Self.verifier).challenge == Self.challenge)
  }
}
