// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("the shape of a compact token")
struct TokenShapeTests {
  private static let parts = Fixture.ecToken.split(separator: ".").map(String.init)

  // attack: J-16
  @Test(
    "a text that does not have three parts is malformed",
    arguments: [
      Case("nothing", ""), Case("one part", parts[0]),
      Case("two parts", parts[0] + "." + parts[1]),
      Case("four parts", Fixture.ecToken + "." + parts[2]),
      Case("five parts", Fixture.ecToken + "." + parts[2] + "." + parts[2]),
      Case("trailing dot", Fixture.ecToken + "."), Case("leading dot", "." + Fixture.ecToken),
      Case("no header", "." + parts[1] + "." + parts[2]),
      Case("no payload", parts[0] + ".." + parts[2]), Case("only dots", ".."),
      Case("one dot", "."), Case("three dots", "..."),
    ])
  func malformed(token: Case<String>) {
    #expect(refusal { try UnverifiedJWT(token.value) } == .malformedToken)
  }

  // attack: J-17
  @Test("a token without signature is malformed", arguments: SignatureAlgorithm.allCases)
  func noSignature(algorithm: SignatureAlgorithm) throws {
    let token = try Fixture.signer(algorithm).sign(Fixture.claims)
    let bare = token.prefix(through: try #require(token.lastIndex(of: ".")))
    #expect(refusal { try UnverifiedJWT(String(bare)) } == .malformedToken)
  }

  // The characters are not base64url: if anything was decoded, the error would be another one.
  // attack: J-61
  @Test(
    "a token or header that is too long is refused before it is decoded",
    arguments: [
      Case("17 KiB", parts[0] + "." + String(repeating: "!", count: 17 << 10) + "." + parts[2]),
      Case("header of 5 KiB", String(repeating: "!", count: (5 << 10) * 4 / 3) + ".e30.AA"),
      Case("ten million dots", String(repeating: ".", count: 10_000_000)),
      Case("one byte above 16 KiB", String(repeating: ".", count: (16 << 10) + 1)),
    ])
  func tooLong(token: Case<String>) {
    #expect(refusal { try UnverifiedJWT(token.value) } == .tooLarge)
  }

  @Test("a token of exactly 16 KiB and a header of exactly 4 KiB are read")
  func longest() throws {
    var header = #"{"alg":"ES256","x":""#
    header += String(repeating: "x", count: (4 << 10) - header.utf8.count - 2) + "\"}"
    #expect(refusal(of: try Fixture.ec.forge(header), trusting: Fixture.ec.trusted) == nil)
    #expect(refusal { try UnverifiedJWT(try Fixture.ec.forge(header + " ")) } == .tooLarge)
    // 20 characters of header, 86 of signature and two dots leave 16,276 characters for the payload.
    let payload = #"{"x":""# + String(repeating: "x", count: 12_207 - 8) + "\"}"
    let token = try Fixture.ec.forge(#"{"alg":"ES256"}"#, payload)
    #expect(token.utf8.count == 16 << 10)
    #expect(refusal(of: token, trusting: Fixture.ec.trusted) == nil)
  }

  // attack: J-62
  @Test("the JSON serializations are refused", arguments: ["flattened", "general"])
  func jsonSerialisation(kind: String) throws {
    let (header, payload, signature) = (Self.parts[0], Self.parts[1], Self.parts[2])
    let inner = #""protected":"\#(header)","signature":"\#(signature)""#
    let text =
      kind == "flattened"
      ? #"{"payload":"\#(payload)",\#(inner)}"#
      : #"{"payload":"\#(payload)","signatures":[{\#(inner)}]}"#
    #expect(refusal { try UnverifiedJWT(text) } == .malformedToken)
  }

  // attack: J-21
  @Test(
    "claims with a duplicate member are refused, although the signature is valid",
    arguments: [
      #"{"sub":"a","sub":"b"}"#, #"{"sub":"a","\u0073ub":"b"}"#,
      #"{"\u0073\u0075\u0062":1,"sub":1}"#,
      #"{"a":{"sub":"a","sub":"a"}}"#,
    ])
  func duplicateClaims(claims: String) throws {
    let token = try Fixture.ec.forge(#"{"alg":"ES256"}"#, claims)
    #expect(refusal(of: token, trusting: Fixture.ec.trusted) == .duplicateMember)
  }

  @Test(
    "claims that are not a JSON object are refused, although the signature is valid",
    arguments: ["[]", "\"a\"", "1", "null", "{} {}", "{\"a\":1,}", "\u{FEFF}{}", "Test"])
  func claimsNoObject(claims: String) throws {
    let token = try Fixture.ec.forge(#"{"alg":"ES256"}"#, claims)
    #expect(refusal(of: token, trusting: Fixture.ec.trusted) == .malformedJSON)
    #expect(refusal { try UnverifiedJWT(token).unverifiedClaimsForDisplay() } == .malformedJSON)
  }

  @Test("unverified claims can be read by unverifiedClaimsForDisplay() only")
  func display() throws {
    let forged = try Fixture.attackerEC.sign(["sub": "mallory"])
    #expect(try UnverifiedJWT(forged).unverifiedClaimsForDisplay() == ["sub": "mallory"])
    #expect(refusal(of: forged, trusting: Fixture.ec.trusted) == .keyNotFound)
  }

  @Test("neither a description nor a dump shows the token")
  func redacted() throws {
    let token = try UnverifiedJWT(Fixture.ecToken)
    let verified = try token.verified(
      by: VerificationKey(JWK(parsing: Fixture.ecJWK)), accepting: [.es256])
    var dumped = ""
    dump(token, to: &dumped)
    dump(verified, to: &dumped)
    dumped += "\(token) \(verified) \(String(reflecting: token)) \(String(reflecting: verified))"
    #expect(dumped.contains("ES256"))
    for part in Self.parts { #expect(!dumped.contains(part)) }
    #expect(verified.compact == Fixture.ecToken)
  }
}
