// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckStoreTesting
import TestSupport

@Suite("Records with injected faults")
struct FaultyRecordsTests {
  let records = FaultyRecords(MemoryRecords())

  private var store: RecordTokenStore<FaultyRecords<MemoryRecords>> { RecordTokenStore(records) }

  @Test("fail at the named call, and only there")
  func atACall() async throws {
    records.fail(.write, with: .diskFull, onCall: 2)
    try await store.save(try SampleSession.make())
    let next = try SampleSession.make(generation: 2)
    #expect(await failure { try await store.save(next) }?.code == .storeFailed)
    #expect(try await store.session(next.account)?.generation == 1)
    try await store.save(next)
    #expect(try await store.session(next.account)?.generation == 2)
    #expect(records.calls(of: .write) == 3)
  }

  @Test("fail each time until they are repaired")
  func untilMended() async throws {
    let session = try SampleSession.make()
    records.fail(.read, with: .locked)
    records.fail(.keys, with: .readOnly)
    for _ in 0..<2 {
      #expect(await failure { try await store.session(session.account) }?.code == .storeLocked)
      #expect(await failure { try await store.sessions() }?.code == .storeFailed)
    }
    records.mend()
    #expect(try await store.session(session.account) == nil)
  }

  @Test("fail after the change was made, as in a crash")
  func afterwards() async throws {
    let session = try SampleSession.make()
    records.fail(.write, with: .failingAfterwards("stopped"), onCall: 1)
    #expect(await failure { try await store.save(session) }?.code == .storeFailed)
    #expect(try await store.session(session.account) != nil)
  }

  @Test("damage a record, which the store sets aside")
  func damaged() async throws {
    let session = try SampleSession.make()
    records.fail(.write, with: .damaged, onCall: 1)
    try await store.save(session)
    #expect(await failure { try await store.session(session.account) }?.code == .storeDamaged)
    #expect(try await store.session(session.account) == nil)
    #expect(records.calls(of: .setAside) == 1)
  }

  @Test("fail to lock")
  func lock() async throws {
    records.fail(.withLock, with: .diskFull, onCall: 1)
    let account = try SampleSession.make().account
    #expect(
      await failure { try await store.withExclusiveAccess(to: account) {} }?.code == .storeFailed)
    try await store.withExclusiveAccess(to: account) {}
  }
}
