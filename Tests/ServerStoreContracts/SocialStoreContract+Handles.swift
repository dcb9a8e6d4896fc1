// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE

extension SocialStoreContract {
  /// One-time records, which are found by a handle and taken once.
  package static let handles = [
    Check("a record is read any number of times, and taken once") { store in
      let record = sampleRecord("h")
      try await store.keep(record)
      for _ in 1...2 {
        try await require(store.record(.captcha, digest("h"), at: moment(1)), is: record)
      }
      try await require(store.take(.captcha, digest("h"), at: moment(2)), is: record)
      try await require(store.take(.captcha, digest("h"), at: moment(2)), is: nil)
      try await require(store.record(.captcha, digest("h"), at: moment(2)), is: nil)
    },
    Check("a handle of one kind is invalid as another kind, and stays valid as its own") { store in
      try await store.keep(sampleRecord("h", kind: .upstream))
      for kind in [OneTimeRecord.Kind.ticket, .captcha, .page, .init(rawValue: "Upstream")] {
        try await require(store.take(kind, digest("h"), at: moment(1)), is: nil, "taken as \(kind)")
        try await require(
          store.record(kind, digest("h"), at: moment(1)), is: nil, "seen as \(kind)")
      }
      try await require(store.take(.upstream, digest("h"), at: moment(1)) != nil, is: true)
    },
    Check("a handle is invalid from its expiry on") { store in
      try await store.keep(sampleRecord("h"))
      try await require(store.take(.captcha, digest("h"), at: moment(100)), is: nil)
      try await require(store.record(.captcha, digest("h"), at: moment(100)), is: nil)
      try await require(store.take(.captcha, digest("h"), at: moment(99.999)) != nil, is: true)
    },
    Check("a digest cannot be stored twice") { store in
      try await store.keep(sampleRecord("h"))
      try await requireInvalid("a digest that is taken") {
        try await store.keep(sampleRecord("h", kind: .page))
      }
      try await require(store.take(.captcha, digest("h"), at: moment(1)), is: sampleRecord("h"))
    },
    Check("any content is read back unchanged, and too long content is refused") { store in
      let content: JSONObject = [
        "null": .null, "list": [1, -2, 3.5, "é", "e\u{301}", "\u{0}"], "big": 9_007_199_254_740_991,
        "object": ["a": ["b": true]], "": "",
      ]
      let record = OneTimeRecord(
        kind: .page, digest: digest("h"), content: content, expiresAt: moment(100))
      try await store.keep(record)
      try await require(store.record(.page, digest("h"), at: moment(1)), is: record)
      try await requireInvalid("200 KiB") {
        try await store.keep(
          OneTimeRecord(
            kind: .page, digest: digest("big"),
            content: ["text": .string(String(repeating: "x", count: 200 << 10))],
            expiresAt: moment(100)))
      }
      try await require(store.record(.page, digest("big"), at: moment(1)), is: nil)
    },
  ]
}
