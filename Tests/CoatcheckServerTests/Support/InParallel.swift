// SPDX-License-Identifier: Apache-2.0
import TestKit

/// Runs an operation this many times at once.
func inParallel<Result: Sendable>(
  _ count: Int, _ operation: @escaping @Sendable (_ index: Int) async throws -> Result
) async throws -> [Result] {
  try await withThrowingTaskGroup(of: Result.self) { group in
    for index in 0..<count { group.addTask { try await operation(index) } }
    return try await group.reduce(into: []) { $0.append($1) }
  }
}
