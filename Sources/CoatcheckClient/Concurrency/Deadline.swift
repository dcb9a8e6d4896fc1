// SPDX-License-Identifier: Apache-2.0

package import CoatcheckOAuth

/// Runs an asynchronous operation with a deadline.
///
/// The work is cancelled at the deadline, and this function returns when it has ended; so the work
/// must heed cancellation.
///
/// - Parameters:
///   - limit: The time it may take.
///   - environment: The clock that measures the time.
///   - late: The error for work that took too long.
///   - work: The work.
/// - Throws: `late`, or what the work throws.
package func withDeadline<Value: Sendable>(
  _ limit: Duration, environment: RuntimeEnvironment, otherwise late: OAuthError,
  _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  try await withThrowingTaskGroup(of: Value?.self) { group in
    group.addTask { try await work() }
    group.addTask {
      try await environment.sleep(limit)
      return nil
    }
    defer { group.cancelAll() }
    guard let first = try await group.next(), let value = first else { throw late }
    return value
  }
}

extension OAuthError {
  /// The error for work which was cancelled by the program.
  package static let programCancelled = OAuthError.unreachable(
    .cancelled, "The program cancelled this.")

  /// This error as an `OAuthError`, when it is one or a cancellation.
  package static func known(_ error: any Error) -> OAuthError? {
    switch error {
    case let error as OAuthError: error
    case is CancellationError: .programCancelled
    default: nil
    }
  }
}
