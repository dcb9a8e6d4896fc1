// SPDX-License-Identifier: Apache-2.0
public import CoatcheckOAuth
public import Testing

/// The `OAuthError` that the body throws; as ``failure(_:_:isolation:of:)``.
public func failure<Value>(
  _ location: SourceLocation = #_sourceLocation, isolation: isolated (any Actor)? = #isolation,
  of body: () async throws -> Value
) async -> OAuthError? {
  await failure(OAuthError.self, location, isolation: isolation, of: body)
}

/// The error that the body throws; nil, and a failure of the test, if it throws nothing or an error of another type.
public func failure<Value, Failure: Error>(
  _: Failure.Type, _ location: SourceLocation = #_sourceLocation,
  isolation: isolated (any Actor)? = #isolation, of body: () async throws -> Value
) async -> Failure? {
  do {
    _ = try await body()
    Issue.record("Nothing was thrown.", sourceLocation: location)
  } catch let error as Failure {
    return error
  } catch {
    Issue.record("\(error) was thrown.", sourceLocation: location)
  }
  return nil
}
