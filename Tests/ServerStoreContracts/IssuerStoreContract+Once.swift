// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer

extension IssuerStoreContract {
  /// Keys that are accepted once, limited attempts, and the replacement of the key set.
  package static let once = [
    Check("a key is taken once until it expires") { store in
      for (seconds, taken) in [(0.0, true), (1, false), (9.999, false), (10, true), (11, false)] {
        try await require(
          store.insertOnce(
            namespace: "jti", key: "a", expiresAt: moment(seconds < 10 ? 10 : 20),
            at: moment(seconds)), is: taken, "after \(seconds) s")
      }
    },
    Check("namespaces and keys with equal concatenation are different") {
      store in
      for (namespace, key) in [("ab", "c"), ("a", "bc"), ("abc", ""), ("", "abc"), ("A", "bc")] {
        try await require(
          store.insertOnce(namespace: namespace, key: key, expiresAt: moment(10), at: moment(0)),
          is: true, "\(namespace)/\(key)")
      }
    },
    Check("attempts are counted up to the limit and start again with the next window") { store in
      for n in 1...3 {
        try await require(
          store.attempt("k", limit: 3, window: 60, at: Double(n)), is: .allowed(n), "attempt \(n)")
      }
      for seconds in [4.0, 60.999] {
        try await require(
          store.attempt("k", limit: 3, window: 60, at: seconds), is: .exhausted(until: moment(61)),
          "after \(seconds) s")
      }
      try await require(store.attempt("other", limit: 3, window: 60, at: 5), is: .allowed(1))
      try await require(store.attempt("k", limit: 3, window: 60, at: 61), is: .allowed(1))
    },
    Check("reading the outcome of the next attempt does not count one") { store in
      for (n, expected) in [Attempt.allowed(1), .allowed(2), .exhausted(until: moment(60))]
        .enumerated()
      {
        for _ in 0..<2 {
          try await require(
            store.nextAttempt("k", limit: 2, window: 60, at: moment(0)), is: expected, "look \(n)")
        }
        _ = try await store.attempt("k", limit: 2, window: 60, at: 0)
      }
      try await require(
        store.nextAttempt("k", limit: 2, window: 60, at: moment(60)), is: .allowed(1),
        "the next window")
    },
    Check("an attempt that is taken back allows one more, and a count never falls below 0") {
      store in
      for _ in 0..<3 { try await store.returnAttempt("k") }
      for n in 1...2 {
        try await require(store.attempt("k", limit: 2, window: 60, at: 0), is: .allowed(n))
      }
      try await store.returnAttempt("k")
      try await require(store.attempt("k", limit: 2, window: 60, at: 1), is: .allowed(2))
      for _ in 0..<5 { try await store.returnAttempt("k") }
      try await require(store.attempt("k", limit: 2, window: 60, at: 2), is: .allowed(1))
    },
    Check("attempts can be cleared") { store in
      _ = try await store.attempt("k", limit: 1, window: 60, at: 0)
      try await store.clearAttempts("k")
      try await require(store.attempt("k", limit: 1, window: 60, at: 1), is: .allowed(1))
    },
    Check("the key set is replaced only by a caller that has read the current one") { store in
      let first = KeySetRecord(version: 1, sealed: [1, 0, 255])
      let second = KeySetRecord(version: 2, sealed: [])
      try await require(store.keySet(), is: nil)
      try await require(store.replaceKeySet(expecting: 1, with: second), is: false)
      try await require(store.replaceKeySet(expecting: nil, with: first), is: true)
      try await require(store.replaceKeySet(expecting: nil, with: first), is: false)
      try await require(store.keySet(), is: first)
      try await require(store.replaceKeySet(expecting: 1, with: second), is: true)
      try await require(store.replaceKeySet(expecting: 1, with: second), is: false)
      try await require(store.keySet(), is: second)
      try await requireInvalid("a version that does not grow") {
        _ = try await store.replaceKeySet(expecting: 2, with: second)
      }
    },
  ]
}
