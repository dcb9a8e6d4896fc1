// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// The calls of the clients of a test and their outcomes, recorded by the clients.
public final class History: Sendable {
  private let calls = Mutex<[RecordedCall]>([])

  /// An empty history.
  public init() {}

  /// The calls recorded so far, in the order of the responses.
  public var all: [RecordedCall] { calls.withLock(\.self) }

  /// The number of calls that have a response or were given up.
  public var count: Int { calls.withLock(\.count) }

  /// Makes a call, and records its outcome. The outcome of a call that throws is unknown.
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
