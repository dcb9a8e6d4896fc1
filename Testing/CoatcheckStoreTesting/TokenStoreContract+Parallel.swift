// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth

extension TokenStoreContract {
  /// Checks of many concurrent operations.
  public static let parallel = [
    Check("readers see the old or the new session, never a mixture, under 200 parallel saves") {
      site in
      let stores = [try await site.open(), try await site.open()]
      try await stores[0].save(try whole(0))
      try await withThrowingTaskGroup(of: Void.self) { group in
        for n in 1...200 {
          group.addTask { try await stores[n % 2].save(try whole(n)) }
          if n % 4 == 0 {
            group.addTask {
              let account = try whole(0).account
              guard let found = try await stores[n / 4 % 2].session(account) else {
                throw Violation(description: "the session was missing for a moment")
              }
              try requireSame(found, try whole(found.generation), "what a reader saw")
            }
          }
        }
        try await group.waitForAll()
      }
      let last = try await site.open().sessions()
      try require(last.count, is: 1, "sessions")
      try requireSame(last[0], try whole(last[0].generation), "the last one")
    },
    Check("generations grow by one each, when 40 tasks replace the tokens under the lock") {
      site in
      let stores = [try await site.open(), try await site.open()]
      let account = try whole(0).account
      try await stores[0].save(try whole(0))
      let seen = Record()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for n in 0..<40 {
          group.addTask {
            let store = stores[n % 2]
            try await store.withExclusiveAccess(to: account) {
              guard let now = try await store.session(account) else {
                throw Violation(description: "the session got lost")
              }
              try await store.save(try whole(now.generation + 1))
              seen.add(now.generation + 1)
            }
          }
        }
        try await group.waitForAll()
      }
      try require(seen.numbers, is: Array(1...40), "the generations")
      try await require(stores[1].session(account)?.generation, is: 40, "the last one")
    },
    Check("40 accounts that are saved concurrently are all found") { site in
      let stores = [try await site.open(), try await site.open()]
      try await withThrowingTaskGroup(of: Void.self) { group in
        for n in 0..<40 {
          group.addTask { try await stores[n % 2].save(try SampleSession.make("s\(n)")) }
        }
        try await group.waitForAll()
      }
      let names = try await stores[0].sessions().map(\.name)
      try require(names, is: (0..<40).map { "s\($0)" }.sorted(), "the accounts")
      for n in 0..<40 {
        let found = try await stores[1].sessions(AccountFilter(name: "s\(n)"))
        try require(found.map(\.name), is: ["s\(n)"], "the account by its name")
      }
    },
  ]

  /// A session whose members all contain its generation, and whose length depends on it.
  private static func whole(_ generation: Int) throws(OAuthError) -> StoredSession {
    var session = try SampleSession.make(generation: generation)
    session.accessToken = Secret(
      String(repeating: "\(generation).", count: 10 + generation % 50 * 20))
    session.labels = ["g\(generation)"]
    return session
  }
}
