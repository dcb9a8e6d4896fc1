// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation
import CoatcheckOAuth
import CoatcheckWeb

extension WebSessionStoreContract {
  private static let start = SampleWebSession.start
  private static let key = SampleWebSession.key(1)

  /// Checks of the lock of a session.
  public static let exclusive = [
    Check("50 tasks with two stores hold the lock one at a time, and all of them finish") { site in
      let stores = [try await site.open(), try await site.open()]
      let occupancy = Occupancy()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for n in 0..<50 {
          group.addTask {
            try await stores[n % 2].withLock(key) {
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
    Check("the holder of the lock may take it again, and may use the session") { site in
      let store = try await site.open()
      let record = SampleWebSession.make(1)
      let found = try await store.withLock(key) {
        try await store.withLock(key) {
          _ = try await store.open(record, replacing: nil, at: start)
          _ = try await store.change(key, from: 0, to: [1], at: start)
          return try await store.session(key, at: start)
        }
      }
      try require(found?.content, is: [1], "the content")
    },
    Check("the lock is released when the body throws, with the body's error") { site in
      let store = try await site.open()
      do {
        try await store.withLock(key) { throw Violation(description: "mine") }
        throw Violation(description: "the body's error got lost")
      } catch let error as Violation {
        try require(error.description, is: "mine", "the error")
      }
      let again = try await site.open()
      try await require(again.withLock(key) { 42 }, is: 42, "the next one")
    },
    Check("a cancelled waiter throws that error, and the others get the lock") { site in
      let (store, second) = (try await site.open(), try await site.open())
      let barrier = Barrier()
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await store.withLock(key) { await barrier.pass() } }
        await barrier.arrived()
        for waiting in [store, second] {
          let waiter = Task { try await waiting.withLock(key) {} }
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
      try await require(second.withLock(key) { 1 }, is: 1, "the next one")
    },
    Check("the lock of a session blocks neither other sessions nor the end of this one") {
      site in
      let (store, second) = (try await site.open(), try await site.open())
      let record = SampleWebSession.make(1)
      try await require(store.open(record, replacing: nil, at: start), is: true, "opened")
      let barrier = Barrier()
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          try await store.withLock(key) {
            await barrier.pass()
            // A change of the holder does not restore a session that was ended at the same time.
            try await require(
              store.change(key, from: 0, to: [1], at: start), is: false, "the change")
          }
        }
        await barrier.arrived()
        try await require(second.withLock(SampleWebSession.key(2)) { 42 }, is: 42, "another lock")
        try await second.touch(key, idlesAt: record.idlesAt, at: start)
        try requireSame(try await second.session(key, at: start), record, "the session")
        try requireSame(try await second.end(key), record, "what was removed")
        barrier.open()
        try await group.waitForAll()
      }
      try requireSame(try await second.session(key, at: start), nil, "in the end")
    },
  ]
}
