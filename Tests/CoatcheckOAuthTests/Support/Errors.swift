// SPDX-License-Identifier: Apache-2.0

import TestSupport

/// The error that a step throws, nil when it throws none. An error of another type fails the test.
func failure<Value>(
  _ location: SourceLocation = #_sourceLocation, of step: () throws -> Value
) -> OAuthError? {
  do {
    _ = try step()
    return nil
  } catch let error as OAuthError {
    return error
  } catch {
    Issue.record("\(error) was thrown.", sourceLocation: location)
    return nil
  }
}

/// Expects an error by its outcome and code, and the parameter and status where they are given or
/// the expected error has them.
func expectError(
  _ error: OAuthError?, is expected: OAuthError?, naming parameter: String?? = .none,
  status: Int? = nil, _ comment: Comment? = nil, location: SourceLocation = #_sourceLocation
) {
  #expect(error == expected, comment, sourceLocation: location)
  if let parameter = parameter ?? expected?.parameter.map(Optional.some) {
    #expect(error?.parameter == parameter, comment, sourceLocation: location)
  }
  if let status = status ?? expected?.status {
    #expect(error?.status == status, comment, sourceLocation: location)
  }
}

/// Expects that a step throws this error; nil stands for none.
func expectError<Value>(
  _ expected: OAuthError?, naming parameter: String?? = .none, status: Int? = nil,
  _ comment: Comment? = nil, location: SourceLocation = #_sourceLocation,
  from step: () throws -> Value
) {
  let error = failure(location, of: step)
  expectError(
    error, is: expected, naming: parameter, status: status, comment, location: location)
}

/// Expects that a step throws an error that names this parameter; nil stands for none.
func expectError<Value>(
  naming parameter: String?, _ comment: Comment? = nil,
  location: SourceLocation = #_sourceLocation, from step: () throws -> Value
) {
  #expect(
    failure(location, of: step)?.parameter == parameter, comment, sourceLocation: location)
}

/// Expects that a step reports a mistake of its caller.
func expectMisuse<Value>(
  _ comment: Comment? = nil, location: SourceLocation = #_sourceLocation,
  from step: () throws -> Value
) {
  #expect(failure(location, of: step)?.outcome == .misused, comment, sourceLocation: location)
}
