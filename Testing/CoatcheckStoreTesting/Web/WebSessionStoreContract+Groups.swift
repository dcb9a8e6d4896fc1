// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation
import CoatcheckOAuth
import CoatcheckWeb

extension WebSessionStoreContract {
  private static let start = SampleWebSession.start

  /// Checks of ending a single session.
  public static let ending = [
    Check("an ended session is not found, the others stay, and it is returned once") { site in
      let (store, second) = (try await site.open(), try await site.open())
      let records = (1...3).map { SampleWebSession.make($0) }
      for record in records {
        try await require(store.open(record, replacing: nil, at: start), is: true, "opened")
      }
      try requireSame(try await second.end(records[0].key), records[0], "what was removed")
      try requireSame(try await store.end(records[0].key), nil, "the second time")
      for (record, wanted) in zip(records, [nil, records[1], records[2]]) {
        try requireSame(try await store.session(record.key, at: start), wanted, "the session")
      }
    },
    Check("a session that has expired is still returned by the call that removes it") { site in
      let store = try await site.open()
      for number in 1...3 {
        let record = SampleWebSession.make(number, user: "user-\(number)")
        try await require(store.open(record, replacing: nil, at: start), is: true, "opened")
      }
      let late = start + 99_999
      try requireSame(
        try await store.end(SampleWebSession.key(1)), SampleWebSession.make(1, user: "user-1"),
        "by its key")
      try await requireKeys(
        store.end(.user("user-2"), startedBefore: late, until: late + 1, at: late), [2],
        "by its user")
      try await requireKeys(store.sweep(limit: 9, at: late), [3], "by the sweep")
    },
    Check("of 20 callers that end one session concurrently, by key or by group, one gets it") {
      site in
      let stores = [try await site.open(), try await site.open()]
      for round in 0..<5 {
        let record = SampleWebSession.make(round, user: "u\(round)", providerSession: "s\(round)")
        try await require(stores[0].open(record, replacing: nil, at: start), is: true, "opened")
        let returned = try await count(20) { n in
          let store = stores[n % 2]
          let groups = [WebSessionGroup.user(record.user), .providerSession("s\(round)")]
          if n % 4 < 2 { return try await store.end(record.key) != nil }
          let ended = try await store.end(
            groups[n / 4 % 2], startedBefore: start + 1, until: start + 2, at: start)
          return !ended.isEmpty
        }
        try require(returned, is: 1, "callers that have it")
      }
    },
  ]

  /// Checks of ending all sessions of a user or of a session at the provider, also those that are opened
  /// afterwards.
  public static let groups = [
    Check("the sessions of a group that began before a time end, and all others stay") { site in
      let (store, second) = (try await site.open(), try await site.open())
      // The same hash can occur as a user's and as a login session's.
      let records = [
        SampleWebSession.make(1, user: "a", providerSession: "b"),
        SampleWebSession.make(2, user: "a", providerSession: "b", startedAfter: 59.999),
        SampleWebSession.make(3, user: "a", providerSession: "b", startedAfter: 60),
        SampleWebSession.make(4, user: "a", providerSession: "b", startedAfter: 61),
        SampleWebSession.make(5, user: "a", providerSession: "a"),
        SampleWebSession.make(6, user: "b", providerSession: "b"),
        SampleWebSession.make(7, user: "b", providerSession: "a"),
        SampleWebSession.make(8, user: "a", providerSession: nil),
      ]
      for record in records {
        try await require(store.open(record, replacing: nil, at: start), is: true, "opened")
      }
      let (time, end) = (start + 60, start + 600)
      try await requireKeys(
        second.end(.providerSession("b"), startedBefore: time, until: end, at: time), [1, 2, 6],
        "of the session at the provider")
      try await requireKeys(
        store.end(.user("a"), startedBefore: time, until: end, at: time), [5, 8], "of the user")
      for (record, number) in zip(records, 1...) {
        try requireSame(
          try await second.session(record.key, at: start),
          [3, 4, 7].contains(number) ? record : nil,
          "session \(number)")
      }
      // The remaining sessions can still be ended later.
      try await requireKeys(
        second.end(.user("a"), startedBefore: .distantFuture, until: end, at: time), [3, 4],
        "all of the user")
    },
    Check(
      "a session of a group that was ended cannot be opened, by its user or its provider's session"
    ) {
      site in
      let (store, second) = (try await site.open(), try await site.open())
      let place = SampleWebSession.make(9, user: "place", providerSession: nil)
      try await require(store.open(place, replacing: nil, at: start), is: true, "opened")
      let (time, end) = (start + 60, start + 600)
      try await second.end(.providerSession("b"), startedBefore: time, until: end, at: start)
      try await second.end(.user("a"), startedBefore: time, until: end, at: start)
      for (user, session, after, opens) in [
        ("a", "x", 0.0, false), ("a", nil, 59.999, false), ("x", "b", 0, false),
        ("x", "b", 59.999, false), ("a", "b", 0, false), ("b", "a", 0, true), ("x", nil, 0, true),
        ("a", "b", 60, true), ("a", nil, 61, true), ("x", "b", 60, true), ("A", "B", 0, true),
      ] as [(String, String?, Double, Bool)] {
        let record = SampleWebSession.make(
          1, user: user, providerSession: session, startedAfter: after)
        let replaced = opens ? nil : place.key
        try await require(
          store.open(record, replacing: replaced, at: time), is: opens,
          "\(user) \(session ?? "-") \(after)")
        try requireSame(
          try await second.session(record.key, at: time), opens ? record : nil, "the session")
        try requireSame(
          try await second.session(place.key, at: time), place, "the one to be replaced")
        try await store.end(record.key)
      }
    },
    Check("an ended group refuses older sessions until its end, not longer") { site in
      let store = try await site.open()
      let record = SampleWebSession.make(1, user: "a", providerSession: "b")
      for group in [WebSessionGroup.user("a"), .providerSession("b")] {
        try await store.end(group, startedBefore: start + 60, until: start + 600, at: start)
      }
      try await require(
        store.open(record, replacing: nil, at: start + 599.999), is: false, "before its end")
      try await require(store.open(record, replacing: nil, at: start + 600), is: true, "at its end")
    },
    Check("a group that is ended several times is ended by each call, in any order") {
      site in
      for (n, order) in [[0, 1, 2], [2, 1, 0], [1, 0, 2], [1, 2, 0, 1]].enumerated() {
        let store = try await site.open()
        let user = "user-\(n)"
        let endings = [(10.0, 1000.0), (20, 500), (30, 100)]
        for each in order {
          let (time, end) = endings[each]
          try await store.end(
            .user(user), startedBefore: start + time, until: start + end, at: start)
        }
        for (after, at, opens) in [
          (5.0, 99.0, false), (15, 99, false), (25, 99, false), (35, 99, true), (25, 100, true),
          (15, 499, false), (15, 500, true), (5, 999, false), (5, 1000, true),
        ] {
          let record = SampleWebSession.make(
            n, user: user, providerSession: nil, startedAfter: after)
          try await require(
            store.open(record, replacing: nil, at: start + at), is: opens,
            "order \(order): begun after \(after), opened after \(at)")
          try await store.end(record.key)
        }
      }
    },
  ]
}
