// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("Sources of claims")
struct ClaimSourcesTests {
  @Test("aggregated and distributed claims are grouped by their source")
  func both() throws {
    let sources = try ClaimSources(of: [
      "sub": "alice",
      "_claim_names": ["address": "s1", "phone_number": "s1", "credit_score": "s2"],
      "_claim_sources": [
        "s1": ["JWT": "a.b.c"],
        "s2": ["endpoint": "https://score.example/c", "access_token": "t"],
        "s3": ["JWT": "unused"],
      ],
    ]).sources
    #expect(sources.map(\.name) == ["s1", "s2"])
    #expect(sources.map(\.claims) == [["address", "phone_number"], ["credit_score"]])
    guard case .here(let jwt) = sources[0].place,
      case .there(let place, let token) = sources[1].place
    else { throw OtherCase() }
    #expect(jwt.reveal() == "a.b.c" && token?.reveal() == "t")
    #expect(place.text == "https://score.example/c")
    #expect(try ClaimSources(of: ["sub": "alice"]).sources.isEmpty)
  }

  @Test("a source can provide neither reserved claims nor claims that the issuer states")
  func reserved() throws {
    let sources = try ClaimSources(of: [
      "sub": "alice", "email": "a@op.example",
      "_claim_names": ["sub": "s1", "iss": "s1", "email": "s1", "acr": "s1"],
      "_claim_sources": ["s1": ["JWT": "a.b.c"]],
    ]).sources
    #expect(sources.isEmpty)
  }

  @Test(
    "malformed sources are refused",
    arguments: [
      ["_claim_names": "x"], ["_claim_names": ["a": "s1"]],
      ["_claim_names": ["a": 5], "_claim_sources": ["s1": ["JWT": "x"]]],
      ["_claim_names": ["a": "s1"], "_claim_sources": ["s2": ["JWT": "x"]]],
      ["_claim_names": ["a": "s1"], "_claim_sources": ["s1": [:]]],
      [
        "_claim_names": ["a": "s1"], "_claim_sources": ["s1": ["endpoint": "http://evil.example/"]],
      ],
      ["_claim_names": ["a": "s1"], "_claim_sources": ["s1": ["endpoint": "file:///etc/passwd"]]],
      [
        "_claim_names": ["a": "s1"],
        "_claim_sources": ["s1": [:], "s2": [:], "s3": [:], "s4": [:], "s5": [:], "s6": [:]],
      ],
    ] as [JSONObject])
  func malformed(claims: JSONObject) {
    #expect(failure { try ClaimSources(of: claims) }?.outcome == .unreadable)
  }
}
