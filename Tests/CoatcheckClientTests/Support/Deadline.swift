// SPDX-License-Identifier: Apache-2.0

import TestKit

/// Waits until a condition holds; fails the test instead of waiting indefinitely.
func eventually(
  _ location: SourceLocation = #_sourceLocation, _ isSo: () async throws -> Bool
) async throws {
  for _ in 0..<2000 {
    if try await isSo() { return }
    try await Task.sleep(for: .milliseconds(5))
  }
  Issue.record("It never came to that.", sourceLocation: location)
}
