// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer

extension IssuerStoreContract {
  /// Authorization codes.
  package static let codes = [
    Check("a code is given back as it was issued, and looking does not spend it") { store in
      try await store.issueCode(sampleCode())
      try require(try await store.code(digest("code")), is: sampleCode(), "code")
      try require(try await store.code(digest("code")), is: sampleCode(), "code again")
      try require(try await store.code(digest("other")), is: nil, "unknown code")
    },
    Check("a code is redeemed once and opens its family with the first token") { store in
      try await store.issueCode(sampleCode())
      let first = sampleToken("r0")
      try require(
        try await store.redeem(
          digest("code"), opening: sampleFamily(), first: first, at: moment(1)),
        is: .redeemed(sampleCode()), "first redemption")
      try require(try await store.family("family"), is: sampleFamily(), "family")
      let found = try await store.refresh(digest("r0"))
      try require(found?.record, is: first, "first token")
      try require(found?.family, is: sampleFamily(), "family of the token")
      try require(
        try await store.redeem(
          digest("code"), opening: sampleFamily("second"), first: nil, at: moment(2)),
        is: .alreadyUsed(familyID: "family"), "second redemption")
      try require(try await store.family("second"), is: nil, "second family")
    },
    Check("a code is good until just before its expiry") { store in
      for (name, seconds, good) in [("a", 59.999, true), ("b", 60, false), ("c", 61, false)] {
        try await store.issueCode(sampleCode(name))
        let outcome = try await store.redeem(
          digest(name), opening: sampleFamily(name), first: nil, at: moment(seconds))
        try require(
          outcome, is: good ? .redeemed(sampleCode(name)) : .expired, "after \(seconds) s")
        try require(try await store.family(name) != nil, is: good, "family after \(seconds) s")
      }
    },
    Check("a spent code is known as spent after its expiry") { store in
      try await store.issueCode(sampleCode())
      _ = try await store.redeem(
        digest("code"), opening: sampleFamily(), first: nil, at: moment(1))
      try require(
        try await store.redeem(
          digest("code"), opening: sampleFamily("second"), first: nil, at: moment(100)),
        is: .alreadyUsed(familyID: "family"), "redemption after expiry")
    },
    Check("a code that was not issued is unknown") { store in
      try require(
        try await store.redeem(digest("code"), opening: sampleFamily(), first: nil, at: moment(1)),
        is: .unknown, "redemption")
      try require(try await store.family("family"), is: nil, "family")
    },
    Check("a redemption that cannot open its family does not spend the code") { store in
      try await store.issueCode(sampleCode())
      try await store.open(sampleFamily("taken"), first: sampleToken("taken", family: "taken"))
      let wrong: [(String, RefreshFamily, RefreshRecord?)] = [
        ("another client's family", sampleFamily(client: "evil"), nil),
        ("another user's family", sampleFamily(user: "mallory"), nil),
        ("a family that exists", sampleFamily("taken"), nil),
        ("a token that exists", sampleFamily(), sampleToken("taken")),
        ("another family's token", sampleFamily(), sampleToken("r0", family: "other")),
      ]
      for (what, family, first) in wrong {
        try await requireInvalid(what) {
          _ = try await store.redeem(
            digest("code"), opening: family, first: first, at: moment(1))
        }
        try require(try await store.family("family"), is: nil, "family after \(what)")
      }
      try require(
        try await store.redeem(digest("code"), opening: sampleFamily(), first: nil, at: moment(1)),
        is: .redeemed(sampleCode()), "redemption after all")
    },
    Check("a digest belongs to one code") { store in
      try await store.issueCode(sampleCode())
      try await requireInvalid("a second code of one digest") {
        try await store.issueCode(sampleCode(client: "evil"))
      }
      try require(try await store.code(digest("code")), is: sampleCode(), "code")
    },
  ]
}
