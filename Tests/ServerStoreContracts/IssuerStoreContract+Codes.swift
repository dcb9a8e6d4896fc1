// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer

extension IssuerStoreContract {
  /// Authorization codes.
  package static let codes = [
    Check("a code is read back unchanged, and reading does not use it") { store in
      try await store.issueCode(sampleCode())
      try await require(store.code(digest("code")), is: sampleCode())
      try await require(store.code(digest("code")), is: sampleCode())
      try await require(store.code(digest("other")), is: nil)
    },
    Check("a code is redeemed once and opens its family with the first token") { store in
      try await store.issueCode(sampleCode())
      let first = sampleToken("r0")
      try await require(
        store.redeem("code", opening: sampleFamily(), first: first, at: 1),
        is: .redeemed(sampleCode()))
      try await require(store.family("family"), is: sampleFamily())
      let found = try await store.refresh(digest("r0"))
      try require(found?.record, is: first)
      try require(found?.family, is: sampleFamily())
      try await require(
        store.redeem("code", opening: sampleFamily("second"), at: 2),
        is: .alreadyUsed(familyID: "family"))
      try await require(store.family("second"), is: nil)
    },
    Check("a code is valid until just before its expiry") { store in
      for (name, seconds, good) in [("a", 59.999, true), ("b", 60, false), ("c", 61, false)] {
        try await store.issueCode(sampleCode(name))
        let outcome = try await store.redeem(name, opening: sampleFamily(name), at: seconds)
        try require(
          outcome, is: good ? .redeemed(sampleCode(name)) : .expired, "after \(seconds) s")
        try await require(store.family(name) != nil, is: good, "family after \(seconds) s")
      }
    },
    Check("a used code is reported as used after its expiry") { store in
      try await store.issueCode(sampleCode())
      _ = try await store.redeem("code", opening: sampleFamily(), at: 1)
      try await require(
        store.redeem("code", opening: sampleFamily("second"), at: 100),
        is: .alreadyUsed(familyID: "family"))
    },
    Check("a code that was not issued is unknown") { store in
      try await require(store.redeem("code", opening: sampleFamily(), at: 1), is: .unknown)
      try await require(store.family("family"), is: nil)
    },
    Check("a redemption that cannot open its family does not use the code") { store in
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
          _ = try await store.redeem("code", opening: family, first: first, at: 1)
        }
        try await require(store.family("family"), is: nil, "family after \(what)")
      }
      try await require(
        store.redeem("code", opening: sampleFamily(), at: 1), is: .redeemed(sampleCode()))
    },
    Check("a digest belongs to one code") { store in
      try await store.issueCode(sampleCode())
      try await requireInvalid("a second code of one digest") {
        try await store.issueCode(sampleCode(client: "evil"))
      }
      try await require(store.code(digest("code")), is: sampleCode())
    },
  ]
}
