// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth
import Testing

/// The error that the body throws; nil, and a failure of the test, when it throws none of ours.
func failure<Value>(
  of body: () async throws -> Value, _ location: SourceLocation = #_sourceLocation
) async -> OAuthError? {
  do {
    _ = try await body()
    Issue.record("Nothing was thrown.", sourceLocation: location)
    return nil
  } catch let error as OAuthError {
    return error
  } catch {
    Issue.record("Thrown was \(error).", sourceLocation: location)
    return nil
  }
}
