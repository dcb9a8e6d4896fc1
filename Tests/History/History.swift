// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// What the clients of a test did and were told, written down by themselves.
public final class History: Sendable {
  private let calls = Mutex<[RecordedCall]>([])

  /// An empty history.
  public init() {}

  /// What has been written down so far, in the order of the answers.
  public var all: [RecordedCall] { calls.withLock(\.self) }

  /// How many calls have been answered, or given up.
  public var count: Int { calls.withLock(\.count) }

  /// Makes a call and writes down what came of it. A call that throws has an unknown outcome.
  public func record(
    _ request: RecordedCall.Request, _ make: () async throws -> RecordedCall.Outcome
  ) async -> RecordedCall.Outcome {
    let began = ContinuousClock.now
    let outcome = (try? await make()) ?? .unknown
    let call = RecordedCall(request, outcome, began: began, ended: .now)
    calls.withLock { $0.append(call) }
    return outcome
  }
}
