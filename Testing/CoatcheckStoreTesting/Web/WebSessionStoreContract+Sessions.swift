// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation
import CoatcheckOAuth
import CoatcheckWeb

extension WebSessionStoreContract {
  private static let start = SampleWebSession.start

  /// Checks of opening, reading and replacing sessions.
  public static let sessions = [
    Check("an empty store has no session, and calls about an unknown one change nothing") { site in
      let store = try await site.open()
      for key in [
        SampleWebSession.key(1), "", "a\0b", "x'; --", String(repeating: "a", count: 4096),
      ] {
        try requireSame(try await store.session(key, at: start), nil, "a session")
        try await store.touch(key, idlesAt: start + 60, at: start)
        try await require(store.change(key, from: 0, to: [1], at: start), is: false, "a change")
        try requireSame(try await store.end(key), nil, "an end")
      }
      try await require(
        store.end(.user("alice"), startedBefore: start, until: start, at: start).count, is: 0,
        "the user's sessions")
      try await require(store.sweep(limit: 10, at: start).count, is: 0, "swept")
    },
    Check("every member of a session is returned unchanged, by every store of the place") { site in
      let (store, second) = (try await site.open(), try await site.open())
      let records = try odd()
      for record in records {
        try await require(store.open(record, replacing: nil, at: start), is: true, "opened")
      }
      for (n, record) in records.enumerated() {
        try requireSame(try await second.session(record.key, at: start), record, "session \(n)")
      }
      for (n, record) in records.enumerated() {
        try requireSame(try await second.end(record.key), record, "what was removed, \(n)")
        try requireSame(try await store.session(record.key, at: start), nil, "gone, \(n)")
      }
    },
    Check("stored sessions are found when the store is opened again, unless the store is memory") {
      site in
      guard site.persists else { return }
      let record = SampleWebSession.make()
      let store = try await site.open()
      try await require(store.open(record, replacing: nil, at: start), is: true, "opened")
      try await require(store.claim("a", until: start + 600, at: start), is: true, "claimed")
      _ = try await store.end(
        .user("bob"), startedBefore: start + 60, until: start + 600, at: start)
      let second = try await site.open()
      try requireSame(try await second.session(record.key, at: start), record, "the session")
      try await require(second.claim("a", until: start + 600, at: start), is: false, "the claim")
      try await require(
        second.open(SampleWebSession.make(2, user: "bob"), replacing: nil, at: start), is: false,
        "a session of the user that was ended")
    },
    Check("a session cannot be opened with the key of another, whose content and successor stay") {
      site in
      let (store, second) = (try await site.open(), try await site.open())
      let record = SampleWebSession.make(1)
      let replaced = SampleWebSession.make(2)
      for each in [record, replaced] {
        try await require(store.open(each, replacing: nil, at: start), is: true, "opened")
      }
      let other = SampleWebSession.make(1, user: "mallory", providerSession: nil, content: [6])
      try await requireFailure(.storeFailed, "a key that is taken") {
        _ = try await second.open(other, replacing: replaced.key, at: start)
      }
      try requireSame(try await store.session(record.key, at: start), record, "the first")
      try requireSame(try await store.session(replaced.key, at: start), replaced, "the other")
      try await requireKeys(
        store.end(.user("mallory"), startedBefore: start + 1, until: start, at: start), [],
        "sessions of the user that was refused")
    },
    Check("a session replaces another in one step, and the replaced one may be missing") {
      site in
      let (store, second) = (try await site.open(), try await site.open())
      let (old, new) = (SampleWebSession.make(1), SampleWebSession.make(2, user: "bob"))
      let last = SampleWebSession.make(3)
      try await require(store.open(old, replacing: nil, at: start), is: true, "the first")
      try await require(second.open(new, replacing: old.key, at: start), is: true, "the second")
      try requireSame(try await store.session(old.key, at: start), nil, "the one replaced")
      try requireSame(try await store.session(new.key, at: start), new, "the one in its place")
      try await require(second.open(last, replacing: old.key, at: start), is: true, "the third")
      try requireSame(try await store.session(last.key, at: start), last, "the third")
      try requireSame(try await store.session(new.key, at: start), new, "the second")
    },
    Check("malformed keys and hashes are refused, and nothing is stored") { site in
      let store = try await site.open()
      let keys = [
        "", "short", String(repeating: "A", count: 64), String(repeating: "a", count: 65),
      ]
      for key in keys + [String(repeating: "a", count: 63) + "\0"] {
        var bad = SampleWebSession.make()
        bad = WebSessionRecord(
          key: key, providerSession: nil, user: bad.user, startedAt: start, endsAt: bad.endsAt,
          content: [])
        try await requireFailure(.invalidArgument, "a key") { [bad] in
          _ = try await store.open(bad, replacing: nil, at: start)
        }
        try await requireFailure(.invalidArgument, "the key of a lock") {
          try await store.withLock(key) {}
        }
      }
      for hash in ["", "a b", "a\0", "ü", String(repeating: "a", count: 129)] {
        try await requireFailure(.invalidArgument, "a user's hash") {
          let bad = SampleWebSession.make(user: hash)
          _ = try await store.open(bad, replacing: nil, at: start)
        }
        try await requireFailure(.invalidArgument, "the hash of a session at the provider") {
          let bad = SampleWebSession.make(providerSession: hash)
          _ = try await store.open(bad, replacing: nil, at: start)
        }
        for group in [WebSessionGroup.user(hash), .providerSession(hash)] {
          try await requireFailure(.invalidArgument, "a group's hash") {
            _ = try await store.end(group, startedBefore: start, until: start, at: start)
          }
        }
      }
      try await require(store.sweep(limit: 10, at: .distantFuture).count, is: 0, "kept")
    },
  ]

  /// Sessions with extreme and with empty members.
  private static func odd() throws -> [WebSessionRecord] {
    let long = String(repeating: "~", count: 128)
    let bytes = (0..<64 << 10).map { UInt8(truncatingIfNeeded: $0) }
    var old = WebSessionRecord(
      key: SampleWebSession.key(6), providerSession: nil, user: "alice",
      startedAt: Date(timeIntervalSince1970: -1.5), endsAt: .distantFuture, content: [255])
    (old.idlesAt, old.version) = (start + 0.001, 1 << 40)
    return [
      SampleWebSession.make(1), SampleWebSession.make(2, providerSession: nil, content: []),
      SampleWebSession.make(3, user: long, providerSession: long, content: bytes),
      SampleWebSession.make(4, user: "'\"\\%_", providerSession: "';--"),
      SampleWebSession.make(5, user: "sid-1", providerSession: "alice", content: [0, 0, 0]), old,
    ]
  }
}
