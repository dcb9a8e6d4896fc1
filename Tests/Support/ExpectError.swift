// SPDX-License-Identifier: Apache-2.0
public import CoatcheckOAuth
public import Testing

/// Expects that the body throws this error: its outcome and code, and the parameter and status that
/// it or the arguments name.
public func expectError<Value>(
  _ expected: OAuthError, naming parameter: String? = nil, status: Int? = nil,
  comment: Comment? = nil, location: SourceLocation = #_sourceLocation,
  isolation: isolated (any Actor)? = #isolation, from body: () async throws -> Value
) async {
  let error = await failure(location, isolation: isolation, of: body)
  #expect(error == expected, comment, sourceLocation: location)
  if let parameter = parameter ?? expected.parameter {
    #expect(error?.parameter == parameter, comment, sourceLocation: location)
  }
  if let status = status ?? expected.status {
    #expect(error?.status == status, comment, sourceLocation: location)
  }
}
