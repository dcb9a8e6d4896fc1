// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import Foundation

extension IssuerStoreContract {
  private static let day = 86_400.0
  private static let decade = 3_652.5 * day

  /// Housekeeping.
  package static let sweeping = [
    Check("what has expired is swept, and what has not stays") { store in
      try await fill(store, 3)
      try require(try await store.sweep(limit: 100, at: moment(99)), is: .removed(0), "too early")
      // Browser sessions, keys and attempts go at once.
      try require(try await store.sweep(limit: 100, at: moment(100)), is: .removed(9), "at expiry")
      // Codes, refresh tokens and families tell of replays for a day.
      try require(
        try await store.sweep(limit: 100, at: moment(99 + day)), is: .removed(0), "a day later")
      try require(try await store.code(digest("code 0")) != nil, is: true, "a code until then")
      try require(
        try await store.sweep(limit: 100, at: moment(100 + day)), is: .removed(9), "after the day")
      try require(try await store.code(digest("code 0")), is: nil, "a code")
      try require(try await store.family("family 0"), is: nil, "a family")
      try require(try await store.refresh(digest("token 0")) == nil, is: true, "a refresh token")
    },
    Check("a pass removes no more than its limit, and the next goes on") { store in
      try await fill(store, 3)
      for _ in 1...4 { _ = try await store.sweep(limit: 0, at: moment(100)) }
      for removed in [4, 4, 1, 0] {
        try require(
          try await store.sweep(limit: 4, at: moment(100)), is: .removed(removed), "pass")
      }
      for removed in [4, 4, 1, 0] {
        try require(
          try await store.sweep(limit: 4, at: moment(100 + day)), is: .removed(removed), "pass")
      }
    },
    Check("a wall clock that is set ahead empties nothing, and may be set right again") { store in
      try await fill(store, 3)
      try require(try await store.sweep(limit: 100, at: moment(0)), is: .removed(0), "before")
      for minutes in [0.0, 10, 59] {
        try require(
          try await store.sweep(limit: 100, at: moment(decade + minutes * 60)),
          is: .refused(expired: 18, of: 18), "ten years on")
      }
      try require(
        try await store.sweep(limit: 100, at: moment(60)), is: .removed(0), "set right again")
      try require(
        try await store.redeem(
          digest("code 0"), opening: sampleFamily("new"), first: nil, at: moment(61)),
        is: .redeemed(sampleCode("code 0", expires: moment(100))), "a code that is still good")
      try require(
        try await store.sweep(limit: 100, at: moment(decade + 3_600)),
        is: .refused(expired: 19, of: 19), "another jump is a new one")
    },
    Check("a new time that lasts for an hour is believed") { store in
      try await fill(store, 3)
      _ = try await store.sweep(limit: 100, at: moment(0))
      for minutes in [0.0, 30] {
        try require(
          try await store.sweep(limit: 100, at: moment(3 * day + minutes * 60)),
          is: .refused(expired: 18, of: 18), "after \(minutes) minutes")
      }
      try require(
        try await store.sweep(limit: 100, at: moment(3 * day + 3_600)), is: .removed(18),
        "after an hour")
    },
    Check("a jump that takes little needs no proof") { store in
      try await fill(store, 1)
      for n in 0..<60 {
        _ = try await store.insertOnce(
          namespace: "n", key: "lasting \(n)", expiresAt: moment(2 * decade), at: moment(0))
      }
      _ = try await store.sweep(limit: 100, at: moment(0))
      try require(
        try await store.sweep(limit: 100, at: moment(decade)), is: .removed(6), "ten years on")
    },
    Check("a clock that is set back ten years removes nothing") { store in
      try await fill(store, 3)
      _ = try await store.sweep(limit: 100, at: moment(0))
      try require(
        try await store.sweep(limit: 100, at: moment(-decade)), is: .removed(0), "ten years back")
      try require(try await store.code(digest("code 0")) != nil, is: true, "a code")
    },
  ]

  /// So many of each thing that expires, at 100 s.
  private static func fill(_ store: Store, _ count: Int) async throws {
    for n in 0..<count {
      try await store.issueCode(sampleCode("code \(n)", expires: moment(100)))
      try await store.open(
        sampleFamily("family \(n)", ends: moment(100)),
        first: sampleToken("token \(n)", family: "family \(n)"))
      try await store.saveLogin(
        LoginSession(
          digest: digest("login \(n)"), userID: "u", authTime: moment(0), expiresAt: moment(100)))
      _ = try await store.insertOnce(
        namespace: "n", key: "\(n)", expiresAt: moment(100), at: moment(0))
      _ = try await store.attempt("\(n)", limit: 1, window: 100, at: moment(0))
    }
  }
}
