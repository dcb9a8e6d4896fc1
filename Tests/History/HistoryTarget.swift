// SPDX-License-Identifier: Apache-2.0

/// What a workload makes calls to: one server, or one of several over the same database.
///
/// A call that throws may have been done or not.
public protocol HistoryTarget: Sendable {
  /// A fresh code.
  func issueCode() async throws -> String
  func redeem(code: String) async throws -> RecordedCall.Outcome
  func refresh(token: String) async throws -> RecordedCall.Outcome
  func end(token: String) async throws -> RecordedCall.Outcome
  func use(token: String) async throws -> RecordedCall.Outcome
  func once(key: String) async throws -> RecordedCall.Outcome
  func attempt(key: String, limit: Int) async throws -> RecordedCall.Outcome
}

extension HistoryTarget {
  func make(_ call: RecordedCall.Request) async throws -> RecordedCall.Outcome {
    switch call {
    case .redeem(let code): try await redeem(code: code)
    case .refresh(let token): try await refresh(token: token)
    case .end(let token): try await end(token: token)
    case .use(let token): try await use(token: token)
    case .once(let key): try await once(key: key)
    case .attempt(let key, let limit): try await attempt(key: key, limit: limit)
    }
  }
}
