// SPDX-License-Identifier: Apache-2.0

/// The results of concurrent calls, in the order in which they end.
public func concurrently<Result: Sendable>(
  _ count: Int, _ call: @escaping @Sendable (_ number: Int) async throws -> Result
) async throws -> [Result] {
  try await withThrowingTaskGroup(of: Result.self) { group in
    for number in 0..<count { group.addTask { try await call(number) } }
    return try await group.reduce(into: []) { $0.append($1) }
  }
}
