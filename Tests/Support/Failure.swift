// SPDX-License-Identifier: Apache-2.0
public import CoatcheckOAuth
public import Testing

/// The error that the body throws; nil, and a failure of the test, when it throws none of ours.
public func failure<Value>(
  _ location: SourceLocation = #_sourceLocation, isolation: isolated (any Actor)? = #isolation,
  of body: () async throws -> Value
) async -> OAuthError? {
  do {
    _ = try await body()
    Issue.record("Nothing was thrown.", sourceLocation: location)
    return nil
  } catch let error as OAuthError {
    return error
  } catch {
    Issue.record("\(error) was thrown.", sourceLocation: location)
    return nil
  }
}
