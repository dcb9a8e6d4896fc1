// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer

extension IssuerStoreContract {
  /// What happens once, at most so often, or only for the first caller.
  package static let once = [
    Check("a key is taken once until it expires") { store in
      for (seconds, taken) in [(0.0, true), (1, false), (9.999, false), (10, true), (11, false)] {
        try require(
          try await store.insertOnce(
            namespace: "jti", key: "a", expiresAt: moment(seconds < 10 ? 10 : 20),
            at: moment(seconds)),
          is: taken, "after \(seconds) s")
      }
    },
    Check("a key in one namespace says nothing about another, wherever the line is drawn") {
      store in
      for (namespace, key) in [("ab", "c"), ("a", "bc"), ("abc", ""), ("", "abc"), ("A", "bc")] {
        try require(
          try await store.insertOnce(
            namespace: namespace, key: key, expiresAt: moment(10), at: moment(0)),
          is: true, "\(namespace)/\(key)")
      }
    },
    Check("attempts are counted up to the limit and start again with the next window") { store in
      for n in 1...3 {
        try require(
          try await store.attempt("k", limit: 3, window: 60, at: moment(Double(n))),
          is: .allowed(n), "attempt \(n)")
      }
      for seconds in [4.0, 60.999] {
        try require(
          try await store.attempt("k", limit: 3, window: 60, at: moment(seconds)),
          is: .exhausted(until: moment(61)), "after \(seconds) s")
      }
      try require(
        try await store.attempt("other", limit: 3, window: 60, at: moment(5)), is: .allowed(1),
        "another key")
      try require(
        try await store.attempt("k", limit: 3, window: 60, at: moment(61)), is: .allowed(1),
        "the next window")
    },
    Check("attempts can be forgotten") { store in
      _ = try await store.attempt("k", limit: 1, window: 60, at: moment(0))
      try await store.clearAttempts("k")
      try require(
        try await store.attempt("k", limit: 1, window: 60, at: moment(1)), is: .allowed(1),
        "attempt")
    },
    Check("the key set is replaced only by those who saw the one before") { store in
      let first = KeySetRecord(version: 1, sealed: [1, 0, 255])
      let second = KeySetRecord(version: 2, sealed: [])
      try require(try await store.keySet(), is: nil, "the key set of an empty store")
      try require(
        try await store.replaceKeySet(expecting: 1, with: second), is: false, "expecting one")
      try require(
        try await store.replaceKeySet(expecting: nil, with: first), is: true, "expecting none")
      try require(
        try await store.replaceKeySet(expecting: nil, with: first), is: false, "again")
      try require(try await store.keySet(), is: first, "the first key set")
      try require(
        try await store.replaceKeySet(expecting: 1, with: second), is: true, "expecting the first")
      try require(
        try await store.replaceKeySet(expecting: 1, with: second), is: false, "again")
      try require(try await store.keySet(), is: second, "the second key set")
      try await requireInvalid("a version that does not grow") {
        _ = try await store.replaceKeySet(expecting: 2, with: second)
      }
    },
  ]
}
