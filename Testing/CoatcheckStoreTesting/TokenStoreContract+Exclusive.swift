// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth

extension TokenStoreContract {
  private static let account = AccountID(
    issuer: "https://op.example", clientID: "app", subject: "alice")
  private static let other = AccountID(
    issuer: "https://op.example", clientID: "app", subject: "bob")

  /// Checks of exclusive access to an account.
  public static let exclusive = [
    Check(
      "50 tasks with two stores on one place hold the lock one at a time, and all of them finish"
    ) {
      site in
      let stores = [try await site.open(), try await site.open()]
      let occupancy = Occupancy()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for n in 0..<50 {
          group.addTask {
            try await stores[n % 2].withExclusiveAccess(to: account) {
              occupancy.enter()
              for _ in 0..<5 { await Task.yield() }
              occupancy.leave()
            }
          }
        }
        try await group.waitForAll()
      }
      try require(occupancy.most, is: 1, "inside at once")
      try require(occupancy.total, is: 50, "who got in")
    },
    Check("the lock is reentrant, and its holder may read, save and remove") { site in
      let store = try await site.open()
      let session = try SampleSession.make()
      let found = try await store.withExclusiveAccess(to: session.account) {
        try await store.withExclusiveAccess(to: session.account) {
          try await store.save(session)
          try await store.remove(session.account)
          try await store.save(session)
        }
        return try await store.session(session.account)
      }
      try requireSame(found, session, "the session")
    },
    Check("the lock is released when the body throws, with the body's error") { site in
      let store = try await site.open()
      do {
        try await store.withExclusiveAccess(to: account) { throw Violation(description: "mine") }
        throw Violation(description: "the body's error got lost")
      } catch let error as Violation {
        try require(error.description, is: "mine", "the error")
      }
      let again = try await site.open()
      try await require(again.withExclusiveAccess(to: account) { 42 }, is: 42, "the next one")
    },
    Check("a cancelled waiter throws that error, and the others get the lock") {
      site in
      let (store, second) = (try await site.open(), try await site.open())
      let barrier = Barrier()
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await store.withExclusiveAccess(to: account) { await barrier.pass() } }
        await barrier.arrived()
        for waiting in [store, second] {
          let waiter = Task { try await waiting.withExclusiveAccess(to: account) {} }
          waiter.cancel()
          do {
            try await waiter.value
            throw Violation(description: "a cancelled task got in while another was inside")
          } catch let error as OAuthError {
            try require(error.code, is: .cancelled, "the waiter's error")
          }
        }
        barrier.open()
        try await group.waitForAll()
      }
      try await require(second.withExclusiveAccess(to: account) { 1 }, is: 1, "the next one")
    },
    Check("other accounts, and the sign-in of the same user, are not blocked") { site in
      let (store, second) = (try await site.open(), try await site.open())
      let signIn = StoreLock.signIn(
        issuer: account.issuer, clientID: account.clientID, name: account.subject)
      let answer = try await store.withExclusiveAccess(to: account) {
        try await second.withExclusiveAccess(to: other) {
          try await second.withExclusiveAccess(to: signIn) { 42 }
        }
      }
      try require(answer, is: 42, "the answer")
    },
    Check("a save waits while another task holds the lock") { site in
      let (store, second) = (try await site.open(), try await site.open())
      let (old, new) = (try SampleSession.make(), try SampleSession.make(generation: 7))
      let barrier = Barrier()
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          try await store.withExclusiveAccess(to: account) {
            await barrier.pass()
            // The holder of the lock reads back what it saved, whatever other tasks save at the same time.
            try await store.save(old)
            for _ in 0..<100 { await Task.yield() }
            try requireSame(try await store.session(account), old, "inside")
          }
        }
        await barrier.arrived()
        group.addTask { try await second.save(new) }
        for _ in 0..<100 { await Task.yield() }
        try requireSame(try await store.session(account), nil, "before the first one is done")
        barrier.open()
        try await group.waitForAll()
      }
      try requireSame(try await store.session(account), new, "in the end")
    },
  ]
}
