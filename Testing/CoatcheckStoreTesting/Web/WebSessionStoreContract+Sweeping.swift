// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation
import CoatcheckOAuth
import CoatcheckWeb

extension WebSessionStoreContract {
  private static let start = SampleWebSession.start

  /// Checks of removing expired sessions, claims and groups.
  public static let sweeping = [
    Check("a sweep removes and returns expired sessions, and no others") { site in
      let (store, second) = (try await site.open(), try await site.open())
      var records: [WebSessionRecord] = []
      for (n, (end, idle)) in [(60.0, 99.0), (99, 60), (60, 60), (60.001, 99), (99, 60.001)]
        .enumerated()
      {
        records.append(
          WebSessionRecord(
            key: SampleWebSession.key(n), providerSession: nil, user: "a", startedAt: start,
            endsAt: start + end, content: [UInt8(n)]))
        records[n].idlesAt = start + idle
        try await require(store.open(records[n], replacing: nil, at: start), is: true, "opened")
      }
      try await requireKeys(second.sweep(limit: 9, at: start + 59.999), [], "too early")
      let swept = try await second.sweep(limit: 9, at: start + 60).sorted { $0.key < $1.key }
      try require(swept.count, is: 3, "swept")
      for (found, record) in zip(swept, records) { try requireSame(found, record, "swept") }
      for (n, record) in records.enumerated() {
        try requireSame(
          try await store.session(record.key, at: start), n < 3 ? nil : record, "session \(n)")
      }
      try await requireKeys(second.sweep(limit: 9, at: start + 61), [3, 4], "the last ones")
    },
    Check("a sweep removes as many as its limit, and the next one the rest") { site in
      let store = try await site.open()
      for n in 0..<25 {
        try await require(
          store.open(SampleWebSession.make(n), replacing: nil, at: start), is: true, "opened")
      }
      let late = start + 99_999
      try await require(store.sweep(limit: 0, at: late).count, is: 0, "none")
      var swept: [WebSessionRecord] = []
      for wanted in [10, 10, 5, 0] {
        let part = try await store.sweep(limit: 10, at: late)
        try require(part.count, is: wanted, "swept at once")
        swept += part
      }
      try requireKeys(swept, Array(0..<25), "swept")
    },
    Check(
      "a sweep leaves claims and ended groups that have not ended, and what comes after is right"
    ) { site in
      let store = try await site.open()
      for (id, end) in [("short", 60.0), ("long", 600)] {
        try await require(store.claim(id, until: start + end, at: start), is: true, id)
        try await store.end(
          .user(id), startedBefore: start + 1, until: start + end, at: start)
      }
      // Claims are forgotten even if the limit for sessions is 0.
      for limit in [0, 10] { _ = try await store.sweep(limit: limit, at: start + 60) }
      // With a clock that is behind, the caller sees which claims were forgotten.
      for (id, isForgotten) in [("short", true), ("long", false)] {
        try await require(
          store.claim(id, until: start + 600, at: start), is: isForgotten, "claim \(id)")
        let record = SampleWebSession.make(isForgotten ? 1 : 2, user: id, providerSession: nil)
        try await require(
          store.open(record, replacing: nil, at: start), is: isForgotten, "group \(id)")
      }
    },
    Check("of concurrent sweeps and ends, exactly one returns each session") { site in
      let stores = [try await site.open(), try await site.open()]
      for n in 0..<40 {
        try await require(
          stores[0].open(SampleWebSession.make(n), replacing: nil, at: start), is: true, "opened")
      }
      let returned = try await withThrowingTaskGroup(of: [WebSessionRecord].self) { group in
        for n in 0..<12 {
          group.addTask {
            let store = stores[n % 2]
            if n % 3 != 0 { return try await store.sweep(limit: 9, at: start + 99_999) }
            return try await store.end(SampleWebSession.key(n)).map { [$0] } ?? []
          }
        }
        return try await group.reduce(into: []) { $0 += $1 }
      }
      var rest: [WebSessionRecord] = []
      repeat {
        rest = try await stores[0].sweep(limit: 9, at: start + 99_999)
      } while rest.count == 9
      let keys = returned.map(\.key)
      try require(Set(keys).count, is: keys.count, "sessions that were returned once")
      try await require(
        stores[1].end(.user("alice"), startedBefore: .distantFuture, until: start, at: start).count,
        is: 0, "what is left")
    },
    Check("a use, a claim or an end that runs during a sweep is not undone by it") {
      site in
      let stores = [try await site.open(), try await site.open(), try await site.open()]
      let late = start + 60
      for round in 0..<site.rounds {
        let name = "name-\(round)"
        var record = SampleWebSession.make(round, user: "user", providerSession: nil)
        record.idlesAt = late
        try await require(stores[0].open(record, replacing: nil, at: start), is: true, "opened")
        try await require(stores[0].claim(name, until: late, at: start), is: true, "claimed")
        try await stores[0].end(.user(name), startedBefore: late, until: late, at: start)
        // A server whose clock is slightly behind uses the session.
        let key = record.key
        async let used: Void = stores[0].touch(key, idlesAt: late + 60, at: late - 1)
        async let claimed = stores[1].claim(name, until: late + 600, at: late)
        async let ended = stores[0].end(
          .user(name), startedBefore: late, until: late + 600, at: late)
        let swept = try await stores[2].sweep(limit: 9, at: late)
        _ = try await (used, ended)
        try await require(claimed, is: true, "claimed again")
        try await require(
          stores[1].claim(name, until: late + 600, at: late), is: false, "claimed once more")
        try await require(
          stores[1].open(
            SampleWebSession.make(-1 - round, user: name), replacing: nil, at: late), is: false,
          "opened in the group that was ended again")
        let left = try await stores[1].end(key)
        if let removed = swept.first {
          try requireSame(removed, record, "swept, as it had ended")
          try requireSame(left, nil, "what was swept")
        } else {
          record.idlesAt = late + 60
          try requireSame(left, record, "what was used")
        }
      }
    },
  ]
}
