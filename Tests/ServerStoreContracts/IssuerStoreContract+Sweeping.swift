// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import Foundation

extension IssuerStoreContract {
  private static let day = 86_400.0
  private static let decade = 3_652.5 * day

  /// Sweeping.
  package static let sweeping = [
    Check("what has expired is swept, and what has not stays") { store in
      try await fill(store, 3)
      try await require(store.sweep(limit: 100, at: moment(99)), is: .removed(0))
      // Login sessions, keys and attempts are removed at once.
      try await require(store.sweep(limit: 100, at: moment(100)), is: .removed(9))
      // Codes, refresh tokens and families are kept for a day, to detect replays.
      try await require(store.sweep(limit: 100, at: moment(99 + day)), is: .removed(0))
      try await require(store.code(digest("code 0")) != nil, is: true)
      try await require(store.sweep(limit: 100, at: moment(100 + day)), is: .removed(9))
      try await require(store.code(digest("code 0")), is: nil)
      try await require(store.family("family 0"), is: nil)
      try await require(store.refresh(digest("token 0")) == nil, is: true)
    },
    Check("a sweep removes no more than its limit, and the next one continues") { store in
      try await fill(store, 3)
      for _ in 1...4 { _ = try await store.sweep(limit: 0, at: moment(100)) }
      for removed in [4, 4, 1, 0] {
        try await require(store.sweep(limit: 4, at: moment(100)), is: .removed(removed))
      }
      for removed in [4, 4, 1, 0] {
        try await require(store.sweep(limit: 4, at: moment(100 + day)), is: .removed(removed))
      }
    },
    Check("a clock that is set ahead does not empty the store, and can be corrected") { store in
      try await fill(store, 3)
      try await require(store.sweep(limit: 100, at: moment(0)), is: .removed(0))
      for minutes in [0.0, 10, 59] {
        try await require(
          store.sweep(limit: 100, at: moment(decade + minutes * 60)),
          is: .refused(expired: 18, of: 18))
      }
      try await require(store.sweep(limit: 100, at: moment(60)), is: .removed(0))
      try await require(
        store.redeem("code 0", opening: sampleFamily("new"), at: 61),
        is: .redeemed(sampleCode("code 0", expires: moment(100))))
      try await require(
        store.sweep(limit: 100, at: moment(decade + 3_600)), is: .refused(expired: 19, of: 19))
    },
    Check("a clock that was set ahead is trusted after an hour") { store in
      try await fill(store, 3)
      _ = try await store.sweep(limit: 100, at: moment(0))
      for minutes in [0.0, 30] {
        try await require(
          store.sweep(limit: 100, at: moment(3 * day + minutes * 60)),
          is: .refused(expired: 18, of: 18), "after \(minutes) minutes")
      }
      try await require(store.sweep(limit: 100, at: moment(3 * day + 3_600)), is: .removed(18))
    },
    Check("a clock that was set ahead is trusted at once if few rows have expired by it") { store in
      try await fill(store, 1)
      for n in 0..<60 {
        _ = try await store.insertOnce(
          namespace: "n", key: "lasting \(n)", expiresAt: moment(2 * decade), at: moment(0))
      }
      _ = try await store.sweep(limit: 100, at: moment(0))
      try await require(store.sweep(limit: 100, at: moment(decade)), is: .removed(6))
    },
    Check("a clock that is set back ten years removes nothing") { store in
      try await fill(store, 3)
      _ = try await store.sweep(limit: 100, at: moment(0))
      try await require(store.sweep(limit: 100, at: moment(-decade)), is: .removed(0))
      try await require(store.code(digest("code 0")) != nil, is: true)
    },
  ]

  /// Adds this number of each thing that expires, at 100 s.
  private static func fill(_ store: Store, _ count: Int) async throws {
    for n in 0..<count {
      try await store.issueCode(sampleCode("code \(n)", expires: moment(100)))
      try await store.open(
        sampleFamily("family \(n)", ends: moment(100)),
        first: sampleToken("token \(n)", family: "family \(n)"))
      try await store.saveLogin(sampleLogin("login \(n)", user: "u"))
      _ = try await store.insertOnce(
        namespace: "n", key: "\(n)", expiresAt: moment(100), at: moment(0))
      _ = try await store.attempt("\(n)", limit: 1, window: 100, at: 0)
    }
  }
}
