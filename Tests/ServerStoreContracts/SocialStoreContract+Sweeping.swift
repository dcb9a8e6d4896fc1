// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer

extension SocialStoreContract {
  /// Sweeping.
  package static let sweeping = [
    Check("the social sweep removes what has expired, kind by kind, up to its limit") {
      store in
      try await fill(store, 2, over: 100)
      try await fill(store, 1, over: 5_000, named: "later")
      try await require(store.sweepSocial(limit: 9, at: moment(99.999)), is: 0)
      try await require(store.sweepSocial(limit: -1, at: moment(100)), is: 0)
      for removed in [4, 2, 0] {
        try await require(store.sweepSocial(limit: 4, at: moment(100)), is: removed)
      }
      try await require(
        store.record(.captcha, digest("later r0"), at: moment(100)) != nil, is: true)
      try await require(store.pending("later s0", at: 100) != nil, is: true)
      try await require(
        store.attempt(typed("012345", for: sampleKey(scope: "later 0")), at: 100), is: .right)
    },
    Check("the general sweep also removes these, but not while the clock is in doubt") {
      store in
      try await fill(store, 2, over: 100)
      try await require(store.sweep(limit: 100, at: moment(0)), is: .removed(0))
      try await require(
        store.sweep(limit: 100, at: moment(900_000)), is: .refused(expired: 6, of: 6))
      try await require(store.sweep(limit: 4, at: moment(100)), is: .removed(4))
      try await require(store.sweep(limit: 4, at: moment(100)), is: .removed(2))
    },
    Check("users, links, contacts and sessions are never swept") { store in
      try await linkSample(store)
      try await store.openSession("f", of: "u1", link: "link")
      _ = try await store.sweepSocial(limit: 100, at: moment(1_000_000))
      try await require(store.link(sampleIdentity())?.id, is: "link")
      try await require(store.user(with: samplePhone)?.id, is: "u1")
      try await require(store.session("f") != nil, is: true)
    },
  ]

  /// Adds this number of each thing that expires at a time.
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
