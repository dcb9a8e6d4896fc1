// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("A rendezvous channel", .timeLimit(.minutes(10)))
struct HandoverTests {
  @Test("passes each element once and in order, whichever side comes first")
  func order() async throws {
    let handover = RendezvousChannel<Int>()
    async let given: Void = {
      for number in 1...2000 {
        if number % 7 == 0 { await Task.yield() }
        try await handover.give(number)
      }
      handover.finish()
    }()
    var taken: [Int] = []
    while let number = try await handover.take() {
      taken.append(number)
      if number % 5 == 0 { await Task.yield() }
    }
    try await given
    #expect(taken == Array(1...2000))
    #expect(try await handover.take() == nil)
  }

  @Test("ends both sides with an error; only the first call to finish counts")
  func failure() async throws {
    let handover = RendezvousChannel<Int>()
    let task = Task { try await handover.take() }
    handover.finish(.unreachable(.timedOut, ""))
    handover.finish()
    #expect(await TestSupport.failure { try await task.value }?.code == .timedOut)
    #expect(await TestSupport.failure { try await handover.take() }?.code == .timedOut)
    #expect(await TestSupport.failure { try await handover.give(1) }?.code == .cancelled)
  }

  @Test("releases a cancelled task at any moment, and still passes the next element")
  func cancellation() async throws {
    for round in 0..<300 {
      let handover = RendezvousChannel<Int>()
      let consumer = Task { try await handover.take() }
      if round % 3 == 0 { await Task.yield() }
      consumer.cancel()
      _ = await consumer.result
      let producer = Task { try await handover.give(1) }
      if round % 2 == 0 { await Task.yield() }
      producer.cancel()
      _ = await producer.result
      let next = Task { try await handover.give(2) }
      #expect(try await handover.take() == 2)
      try await next.value
    }
  }
}
