// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation
import CoatcheckOAuth
import CoatcheckWeb

extension WebSessionStoreContract {
  private static let start = SampleWebSession.start

  /// Checks of claims: an id can be claimed only once until its claim ends.
  public static let claims = [
    Check("of 50 callers of two stores that claim one ID concurrently, one gets it") {
      site in
      let stores = [try await site.open(), try await site.open()]
      for round in 0..<5 {
        let firsts = try await count(50) { n in
          try await stores[n % 2].claim(
            "state-\(round)", until: start + 60,
            at: start)
        }
        try require(firsts, is: 1, "callers that were the first")
      }
    },
    Check(
      "a claim holds until its end, not longer, and a caller that is refused does not prolong it"
    ) {
      site in
      let (store, second) = (try await site.open(), try await site.open())
      try await require(store.claim("a", until: start + 60, at: start), is: true, "the first")
      try await require(
        second.claim("a", until: start + 600, at: start + 1), is: false, "the second")
      try await require(
        store.claim("a", until: start + 600, at: start + 59.999), is: false, "before its end")
      try await require(
        second.claim("a", until: start + 90, at: start + 60), is: true, "at its end")
      try await require(store.claim("a", until: start + 90, at: start + 89), is: false, "again")
    },
    Check("of 50 callers that claim an ID whose claim has just expired, one gets it") { site in
      let stores = [try await site.open(), try await site.open()]
      try await require(stores[0].claim("a", until: start + 60, at: start), is: true, "the first")
      let firsts = try await count(50) { n in
        try await stores[n % 2].claim("a", until: start + 120, at: start + 60)
      }
      try require(firsts, is: 1, "callers that were the first")
    },
    Check("a released ID can be claimed again, and releasing an unclaimed ID succeeds") {
      site in
      let (store, second) = (try await site.open(), try await site.open())
      try await store.release("a")
      try await require(store.claim("a", until: start + 60, at: start), is: true, "the first")
      try await require(store.claim("b", until: start + 60, at: start), is: true, "another")
      try await second.release("a")
      try await require(second.claim("a", until: start + 60, at: start), is: true, "released")
      try await require(store.claim("a", until: start + 60, at: start), is: false, "once only")
      try await require(store.claim("b", until: start + 60, at: start), is: false, "the other")
    },
    Check("IDs of all visible characters are distinct, and IDs of other characters are refused") {
      site in
      let store = try await site.open()
      let visible = String(decoding: Array(UInt8(0x21)...0x7E), as: UTF8.self)
      let ids = [
        "a", "A", "a'", "a\"", "a%", "a_", "a\\", "';DROP/**/TABLE/**/claimed;--",
        visible, String(repeating: "x", count: 128), String(repeating: "x", count: 127),
      ]
      for id in ids {
        try await require(store.claim(id, until: start + 60, at: start), is: true, id)
      }
      for id in ids {
        try await require(store.claim(id, until: start + 60, at: start), is: false, id)
      }
      for id in ["", "a b", "a\0", "é", String(repeating: "x", count: 129)] {
        try await requireFailure(.invalidArgument, "an id that is not one") {
          _ = try await store.claim(id, until: start + 60, at: start)
        }
        try await store.release(id)
      }
    },
  ]

  /// How many of the concurrent calls return true.
  static func count(
    _ callers: Int, _ call: @escaping @Sendable (Int) async throws -> Bool
  ) async throws -> Int {
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for n in 0..<callers { group.addTask { try await call(n) } }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
  }
}
