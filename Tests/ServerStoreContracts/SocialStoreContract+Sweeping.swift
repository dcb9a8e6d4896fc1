// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer

extension SocialStoreContract {
  /// Housekeeping.
  package static let sweeping = [
    Check("what is over is swept by the social pass, oldest kinds first, up to its limit") {
      store in
      try await fill(store, 2, over: 100)
      try await fill(store, 1, over: 5_000, named: "later")
      try require(try await store.sweepSocial(limit: 9, at: moment(99.999)), is: 0, "too early")
      try require(try await store.sweepSocial(limit: -1, at: moment(100)), is: 0, "no limit")
      for removed in [4, 2, 0] {
        try require(
          try await store.sweepSocial(limit: 4, at: moment(100)), is: removed, "a pass")
      }
      try require(
        try await store.record(.captcha, digest("later r0"), at: moment(100)) != nil, is: true,
        "a record that is good")
      try require(
        try await store.pending(digest("later s0"), at: moment(100)) != nil, is: true,
        "a login that waits")
      try require(
        try await store.attempt(typed("012345", for: sampleKey(scope: "later 0")), at: moment(100)),
        is: .right, "a code that is good")
    },
    Check("the pass for everything takes them as well, and spares them when the clock jumps") {
      store in
      try await fill(store, 2, over: 100)
      try require(try await store.sweep(limit: 100, at: moment(0)), is: .removed(0), "before")
      try require(
        try await store.sweep(limit: 100, at: moment(900_000)), is: .refused(expired: 6, of: 6),
        "ten days on")
      try require(try await store.sweep(limit: 4, at: moment(100)), is: .removed(4), "a pass")
      try require(try await store.sweep(limit: 4, at: moment(100)), is: .removed(2), "the next")
    },
    Check("users, links, contacts and sessions are never swept") { store in
      try await linkSample(store)
      try await store.openSession("f", of: "u1", link: "link")
      _ = try await store.sweepSocial(limit: 100, at: moment(1_000_000))
      try require(try await store.link(sampleIdentity())?.id, is: "link", "the link")
      try require(try await store.user(with: samplePhone)?.id, is: "u1", "the contact")
      try require(try await store.session("f") != nil, is: true, "the session")
    },
  ]

  /// So many of each thing that is over at a time.
  private static func fill(
    _ store: Store, _ count: Int, over seconds: Double, named name: String = "soon"
  ) async throws {
    for n in 0..<count {
      try await store.keep(sampleRecord("\(name) r\(n)", expires: moment(seconds)))
      try await store.keep(
        sampleMessageCode(for: sampleKey(scope: "\(name) \(n)"), expires: moment(seconds)))
      try await store.keep(
        samplePending(
          "\(name) s\(n)", identity: sampleIdentity("\(name) \(n)"), expires: moment(seconds)))
    }
  }
}
