// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("the header of a token")
struct HeaderTests {
  // `UnverifiedJWT` gets no keys, so that no key was selected.
  // attack: J-01
  @Test(
    "alg none is refused before a key is selected",
    arguments: ["", "AA", "none"])
  func none(signature: String) {
    let token = Base64URL.encode(#"{"alg":"none"}"#.utf8) + ".e30." + signature
    #expect(refusal { try UnverifiedJWT(token) } == .unsupportedAlgorithm)
  }

  // attack: J-02
  @Test(
    "an algorithm name with another spelling is unknown, also that of none",
    arguments: [
      "None", "NONE", "nOnE", "none ", " none", "es256", "ES256 ", "ES256\u{0}", "", "ES256K",
      "Ed448", "ed25519", "HS256",
    ])
  func spelling(name: String) throws {
    let header: JSONObject = ["alg": .string(name)]
    let token = try Fixture.ec.forge(header: header.serialized(), payload: Array("{}".utf8))
    #expect(refusal { try UnverifiedJWT(token) } == .unsupportedAlgorithm)
  }

  // attack: J-68
  @Test(
    "an alg that is missing or has the wrong type is refused",
    arguments: [
      (#"{"alg":5}"#, JOSEError.Code.invalidHeader), (#"{"alg":null}"#, .invalidHeader),
      (#"{"alg":["RS256"]}"#, .invalidHeader), (#"{"alg":{"ES256":1}}"#, .invalidHeader),
      (#"{}"#, .unsupportedAlgorithm), (#"{"ALG":"ES256"}"#, .unsupportedAlgorithm),
    ])
  func type(header: String, code: JOSEError.Code) throws {
    #expect(refusal { try UnverifiedJWT(Fixture.ec.forge(header)) } == code)
  }

  // attack: J-09
  @Test(
    "a critical extension is refused",
    arguments: [
      #"{"alg":"ES256","crit":["x-unknown"]}"#,
      #"{"alg":"ES256","crit":["x-unknown"],"x-unknown":true}"#, #"{"alg":"ES256","crit":[]}"#,
      #"{"alg":"ES256","crit":null}"#, #"{"alg":"ES256","\u0063rit":["alg"]}"#,
    ])
  func critical(header: String) throws {
    #expect(refusal { try UnverifiedJWT(Fixture.ec.forge(header)) } == .criticalHeader)
  }

  // attack: J-11
  @Test(
    "an unencoded payload is refused, with and without crit",
    arguments: [
      #"{"alg":"ES256","b64":false}"#, #"{"alg":"ES256","b64":false,"crit":["b64"]}"#,
      #"{"alg":"ES256","b64":true,"crit":["b64"]}"#,
    ])
  func unencoded(header: String) throws {
    #expect(refusal { try UnverifiedJWT(Fixture.ec.forge(header)) } == .criticalHeader)
    let signed = Base64URL.encode(header.utf8) + ".{}"
    let raw =
      signed + "." + Base64URL.encode(try Fixture.ec.signature(for: Array(signed.utf8)))
    #expect(refusal { try UnverifiedJWT(raw) } == .criticalHeader)
  }

  // attack: J-11
  @Test("a JSON serialization with encoded and unencoded payloads is refused")
  func mixed() throws {
    let text = """
      {"payload":"{}","signatures":[{"protected":"eyJhbGciOiJFUzI1NiJ9","signature":"AA"},\
      {"protected":"eyJhbGciOiJFUzI1NiIsImI2NCI6ZmFsc2UsImNyaXQiOlsiYjY0Il19","signature":"AA"}]}
      """
    #expect(refusal { try UnverifiedJWT(text) } == .malformedToken)
  }

  // attack: J-22
  @Test(
    "a header that is not exactly one JSON object in UTF-8 is refused",
    arguments: [
      Case("array", Array("[\"alg\",\"ES256\"]".utf8)), Case("string", Array("\"ES256\"".utf8)),
      Case("number", Array("5".utf8)), Case("null", Array("null".utf8)),
      Case("bytes after the object", Array("{\"alg\":\"ES256\"}x".utf8)),
      Case("NUL after the object", Array("{\"alg\":\"ES256\"}\u{0}".utf8)),
      Case("second object", Array("{\"alg\":\"ES256\"}{}".utf8)),
      Case("byte order mark", [0xEF, 0xBB, 0xBF] + Array("{\"alg\":\"ES256\"}".utf8)),
      Case("UTF-16 big endian", "{\"alg\":\"ES256\"}".utf8.flatMap { [0, $0] }),
      Case("UTF-16 little endian", "{\"alg\":\"ES256\"}".utf8.flatMap { [$0, 0] }),
      Case("UTF-16 with mark", [0xFF, 0xFE] + "{\"alg\":\"ES256\"}".utf8.flatMap { [$0, 0] }),
      Case(
        "invalid UTF-8",
        Array("{\"alg\":\"ES256\",\"x\":\"".utf8) + [0xC3, 0x28] + Array("\"}".utf8)),
    ] as [Case<[UInt8]>])
  func notAnObject(header: Case<[UInt8]>) throws {
    let token = try Fixture.ec.forge(header: header.value, payload: Array("{}".utf8))
    #expect(refusal { try UnverifiedJWT(token) } == .malformedJSON)
  }

  @Test("a header which names a parameter twice is refused")
  func duplicate() throws {
    for header in [#"{"alg":"ES256","alg":"none"}"#, #"{"alg":"ES256","\u0061lg":"ES256"}"#] {
      #expect(refusal { try UnverifiedJWT(Fixture.ec.forge(header)) } == .duplicateMember)
    }
  }

  // attack: J-36
  @Test(
    "typ is compared without regard to case, with or without application/",
    arguments: [
      ("AT+JWT", "at+jwt", true), ("application/at+jwt", "at+jwt", true),
      ("at+jwt", "at+jwt", true),
      ("at+jwt", "application/AT+jwt", true), ("APPLICATION/at+jwt", "at+jwt", true),
      ("JWT", "at+jwt", false), ("at+jwt ", "at+jwt", false), ("text/at+jwt", "at+jwt", false),
      ("application/at/jwt", "at/jwt", false), ("", "at+jwt", false), ("aT+JWT", "at+jwt", true),
      ("\u{212A}", "k", false),
    ])
  func mediaType(type: String, wanted: String, isEqual: Bool) throws {
    let token = try Fixture.ec.sign(Fixture.claims, type: type)
    let verified = try UnverifiedJWT(token).verified(
      by: Fixture.ec.trusted, accepting: [.es256])
    #expect(verified.header.hasType(wanted) == isEqual)
    #expect(verified.header.type == type)
  }

  @Test("a token without typ has no type")
  func noType() throws {
    #expect(try UnverifiedJWT(Fixture.ecToken).header.hasType("JWT") == false)
    #expect(
      refusal { try UnverifiedJWT(Fixture.ec.forge(#"{"alg":"ES256","typ":["JWT"]}"#)) }
        == .invalidHeader)
  }

  @Test(
    "an algorithm the caller does not accept is refused", arguments: SignatureAlgorithm.allCases)
  func notAccepted(algorithm: SignatureAlgorithm) throws {
    let key = Fixture.signer(algorithm)
    let token = try UnverifiedJWT(try key.sign(Fixture.claims))
    let others = Fixture.everything.subtracting([algorithm])
    for accepted in [others, []] {
      #expect(
        refusal { try token.verified(by: key.trusted, accepting: accepted) } == .algorithmNotAllowed
      )
      let single = try VerificationKey(key.publicJWK)
      #expect(
        refusal { try token.verified(by: single, accepting: accepted) } == .algorithmNotAllowed)
    }
    #expect(refusal { try token.verified(by: key.trusted, accepting: [algorithm]) } == nil)
  }

  @Test("the cache of headers returns the correct header, also with concurrent tasks")
  func remembered() async throws {
    let payload = Array("{}".utf8)
    // Headers of the same length that differ in one or two characters, and more than the cache holds.
    let tokens = try (10..<40).map { number in
      let header = #"{"alg":"ES256","kid":"key \#(number)","typ":"JWT"}"#
      return ("key \(number)", try Fixture.ec.forge(header: Array(header.utf8), payload: payload))
    }
    let unknown = try Fixture.ec.forge(
      header: Array(#"{"alg":"ES257","kid":"key 10","typ":"JWT"}"#.utf8), payload: payload)
    await withTaskGroup(of: Void.self) { group in
      for shift in 0..<4 {
        group.addTask {
          for round in 0..<200 {
            let (keyID, token) = tokens[(round / 2 + 7 * shift) % tokens.count]
            #expect((try? UnverifiedJWT(token))?.header.keyID == keyID)
            #expect(refusal { try UnverifiedJWT(unknown) } == .unsupportedAlgorithm)
          }
        }
      }
    }
  }
}
