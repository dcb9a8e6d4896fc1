// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation
import CoatcheckOAuth
import CoatcheckWeb

extension WebSessionStoreContract {
  private static let start = SampleWebSession.start

  /// Checks of concurrent operations, whose result must be valid in either order.
  public static let races = [
    Check("a session that is opened while its group is ended is not found afterwards") {
      site in
      let stores = try await several(of: site)
      for round in 0..<site.rounds {
        let (user, session) = ("user-\(round)", "session-\(round)")
        let records = (0..<6).map {
          SampleWebSession.make(round * 6 + $0, user: user, providerSession: session)
        }
        let group: WebSessionGroup = round % 2 == 0 ? .user(user) : .providerSession(session)
        let opened = Record()
        let removed = try await withThrowingTaskGroup(of: [WebSessionRecord].self) { tasks in
          for (n, record) in records.enumerated() {
            tasks.addTask {
              let isOpen = try await stores[n % 3].open(record, replacing: nil, at: start)
              if isOpen { opened.add(n) }
              return []
            }
            if n == round % 6 {
              tasks.addTask {
                try await stores[3].end(
                  group, startedBefore: start + 1, until: start + 600, at: start)
              }
            }
          }
          return try await tasks.reduce(into: []) { $0 += $1 }
        }
        for record in records {
          try requireSame(
            try await stores[0].session(record.key, at: start), nil, "round \(round)")
        }
        try requireKeys(removed, opened.numbers.map { round * 6 + $0 }, "removed, of those opened")
      }
    },
    Check(
      "of a session that is opened while its user and its provider's session end, nothing is left"
    ) { site in
      let stores = try await several(of: site)
      for round in 0..<site.rounds {
        let (user, session) = ("user-\(round)", "session-\(round)")
        let record = SampleWebSession.make(round, user: user, providerSession: session)
        async let opened = stores[0].open(record, replacing: nil, at: start)
        async let first = stores[1].end(
          .user(user), startedBefore: start + 1, until: start + 600, at: start)
        async let second = stores[2].end(
          .providerSession(session), startedBefore: start + 1, until: start + 600, at: start)
        let (isOpen, removed) = (try await opened, try await first + second)
        try requireKeys(removed, isOpen ? [round] : [], "removed")
        try requireSame(try await stores[3].session(record.key, at: start), nil, "round \(round)")
      }
    },
    Check("a session that ends while it is changed or used is not restored") { site in
      let stores = try await several(of: site)
      for round in 0..<site.rounds {
        let record = SampleWebSession.make(round, user: "user-\(round)", providerSession: nil)
        try await require(stores[0].open(record, replacing: nil, at: start), is: true, "opened")
        async let changed = stores[0].change(record.key, from: 0, to: [1], at: start)
        async let touched: Void = stores[2].touch(
          record.key, idlesAt: record.idlesAt + 1, at: start)
        let removed =
          round % 2 == 0
          ? try await stores[1].end(record.key)
          : try await stores[1].end(
            .user(record.user), startedBefore: start + 1, until: start + 2, at: start
          ).first
        let isChanged = try await changed
        try await touched
        try requireSame(try await stores[3].session(record.key, at: start), nil, "round \(round)")
        // The removed record is the stored one, with the tokens to revoke.
        try require(removed?.version, is: isChanged ? 1 : 0, "the version that was removed")
        try require(removed?.content, is: isChanged ? [1] : record.content, "the content")
      }
    },
    Check("of sessions that are opened concurrently with one key, one is stored") { site in
      let stores = try await several(of: site)
      for round in 0..<5 {
        let winners = Record()
        let opened = try await count(12) { n in
          let record = SampleWebSession.make(round, user: "u\(n)", content: [UInt8(n)])
          do {
            let isOpen = try await stores[n % 4].open(record, replacing: nil, at: start)
            if isOpen { winners.add(n) }
            return isOpen
          } catch let error as OAuthError where error.code == .storeFailed {
            return false
          }
        }
        try require(opened, is: 1, "opened")
        let found = try await stores[0].session(SampleWebSession.key(round), at: start)
        try require(found?.content, is: winners.numbers.map { UInt8($0) }, "the content")
      }
    },
    Check("40 sessions that are opened concurrently, each replacing another, are all found") {
      site in
      let stores = try await several(of: site)
      for n in 0..<40 {
        let record = SampleWebSession.make(n)
        try await require(stores[0].open(record, replacing: nil, at: start), is: true, "opened")
      }
      let opened = try await count(40) { n in
        try await stores[n % 4].open(
          SampleWebSession.make(100 + n), replacing: SampleWebSession.key(n), at: start)
      }
      try require(opened, is: 40, "opened")
      try await requireKeys(
        stores[1].end(.user("alice"), startedBefore: start + 1, until: start + 2, at: start),
        Array(100..<140), "those that are there")
    },
  ]

  private static func several(of site: Site) async throws -> [any WebSessionStore] {
    var stores: [any WebSessionStore] = []
    for _ in 0..<4 { stores.append(try await site.open()) }
    return stores
  }
}
