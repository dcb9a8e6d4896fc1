// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation
import CoatcheckOAuth
import CoatcheckWeb

extension WebSessionStoreContract {
  private static let start = SampleWebSession.start

  /// Checks of sessions that are used, changed or expire.
  public static let changes = [
    Check("a session ends at its absolute end and at its idle end, whichever is first") { site in
      let (store, second) = (try await site.open(), try await site.open())
      let record = SampleWebSession.make()
      var short = SampleWebSession.make(2)
      short.idlesAt = short.endsAt + 60
      for each in [record, short] {
        try await require(store.open(each, replacing: nil, at: start), is: true, "opened")
      }
      for (each, end) in [(record, record.idlesAt), (short, short.endsAt)] {
        try requireSame(try await second.session(each.key, at: end - 0.001), each, "before")
        try requireSame(try await second.session(each.key, at: end), nil, "at its end")
        try requireSame(try await store.session(each.key, at: end + 9999), nil, "after")
      }
    },
    Check("touching a session only extends its idle end, and never shortens it") { site in
      let (store, second) = (try await site.open(), try await site.open())
      let record = SampleWebSession.make()
      try await require(store.open(record, replacing: nil, at: start), is: true, "opened")
      let next = start + 60
      var wanted = record
      for (idle, kept) in [(3600.0, 3600.0), (1200, 3600), (3600.5, 3600.5), (60, 3600.5)] {
        try await second.touch(record.key, idlesAt: start + idle, at: next)
        wanted.idlesAt = start + kept
        try requireSame(try await store.session(record.key, at: next), wanted, "idle \(idle)")
      }
      try await store.touch(record.key, idlesAt: record.endsAt + 60, at: next)
      try requireSame(
        try await store.session(record.key, at: record.endsAt), nil, "at its absolute end")
    },
    Check("the state of a session is that of its record, until it ends") { site in
      let (store, second) = (try await site.open(), try await site.open())
      var record = SampleWebSession.make()
      let requireState = { (time: Date, what: String) in
        let found = try await second.session(record.key, at: time)
        let state = try await second.state(record.key, at: time)
        try require(state == found?.state, is: true, what)
        try require(state == nil, is: time >= min(record.idlesAt, record.endsAt), what)
      }
      for key in [record.key, "", "a\0b"] {
        try require(try await store.state(key, at: start) == nil, is: true, "before it is opened")
      }
      try await require(store.open(record, replacing: nil, at: start), is: true, "opened")
      try await requireState(start, "opened")
      try await require(
        store.change(record.key, from: 0, to: [1], at: start), is: true, "a change")
      try await requireState(start, "changed")
      record.idlesAt = start + 3600
      try await store.touch(record.key, idlesAt: record.idlesAt, at: start)
      try await requireState(start + 3599, "touched")
      try await requireState(start + 3600, "at its idle end")
      try await store.touch(record.key, idlesAt: record.endsAt + 60, at: start)
      record.idlesAt = record.endsAt + 60
      try await requireState(record.endsAt - 0.001, "before its absolute end")
      try await requireState(record.endsAt, "at its absolute end")
      try await store.end(record.key)
      try require(try await store.state(record.key, at: start) == nil, is: true, "once ended")
    },
    Check("touching a session that has ended does not restore it") { site in
      let (store, second) = (try await site.open(), try await site.open())
      let record = SampleWebSession.make()
      try await require(store.open(record, replacing: nil, at: start), is: true, "opened")
      for end in [record.idlesAt, record.endsAt] {
        try await second.touch(record.key, idlesAt: end + 60, at: end)
        try requireSame(try await store.session(record.key, at: end), nil, "at \(end)")
      }
      try requireSame(try await store.end(record.key), record, "what was removed")
      try await second.touch(record.key, idlesAt: start + 60, at: start)
      try requireSame(try await store.session(record.key, at: start), nil, "once removed")
    },
    Check("a change replaces the content, and increases the version") { site in
      let (store, second) = (try await site.open(), try await site.open())
      var record = SampleWebSession.make()
      try await require(store.open(record, replacing: nil, at: start), is: true, "opened")
      let contents: [[UInt8]] = [[1], [], Array(repeating: 7, count: 64 << 10)]
      for (n, content) in contents.enumerated() {
        try await require(
          second.change(record.key, from: n, to: content, at: start + 1), is: true, "change \(n)")
        (record.version, record.content) = (n + 1, content)
        try requireSame(try await store.session(record.key, at: start + 1), record, "after \(n)")
      }
    },
    Check("a change from another version, or of a session that has ended, changes nothing") {
      site in
      let (store, second) = (try await site.open(), try await site.open())
      let record = SampleWebSession.make()
      try await require(store.open(record, replacing: nil, at: start), is: true, "opened")
      for (version, time) in [
        (1, start), (-1, start), (1 << 40, start), (0, record.idlesAt), (0, record.endsAt),
      ] {
        try await require(
          second.change(record.key, from: version, to: [9], at: time), is: false,
          "from \(version) at \(time)")
        try requireSame(try await store.session(record.key, at: start), record, "the session")
      }
      try await store.end(record.key)
      try await require(
        second.change(record.key, from: 0, to: [9], at: start), is: false, "once removed")
      try requireSame(try await store.session(record.key, at: start), nil, "once removed")
    },
    Check("of 40 concurrent changes of one version, one is made, others return false") { site in
      let stores = [try await site.open(), try await site.open()]
      let record = SampleWebSession.make()
      try await require(stores[0].open(record, replacing: nil, at: start), is: true, "opened")
      for version in 0..<5 {
        let winners = Record()
        let made = try await count(40) { n in
          let isMade = try await stores[n % 2].change(
            record.key, from: version, to: [UInt8(n)], at: start)
          if isMade { winners.add(n) }
          return isMade
        }
        try require(made, is: 1, "changes that were made")
        let found = try await stores[1].session(record.key, at: start)
        try require(found?.version, is: version + 1, "the version")
        try require(found?.content, is: winners.numbers.map { UInt8($0) }, "the content")
      }
    },
    Check("a concurrent use and change do not undo each other") { site in
      let stores = [try await site.open(), try await site.open()]
      var wanted = SampleWebSession.make()
      let key = wanted.key
      try await require(stores[0].open(wanted, replacing: nil, at: start), is: true, "opened")
      for round in 0..<site.rounds {
        let (idle, content) = (wanted.idlesAt + 1, [UInt8(truncatingIfNeeded: round)])
        async let touched: Void = stores[0].touch(key, idlesAt: idle, at: start)
        async let changed = stores[1].change(key, from: round, to: content, at: start)
        try await touched
        try await require(changed, is: true, "the change")
        (wanted.idlesAt, wanted.content, wanted.version) = (idle, content, round + 1)
        try requireSame(try await stores[0].session(key, at: start), wanted, "round \(round)")
      }
    },
  ]
}
