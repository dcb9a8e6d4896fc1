// SPDX-License-Identifier: Apache-2.0
public import Coatcheck
public import Testing

/// Expects that the body throws an error with each of the properties that are given.
public func expectError<Value>(
  outcome: OAuthError.Outcome? = nil, code: OAuthError.Code? = nil,
  class errorClass: ErrorClass? = nil, unanswered isUnanswered: Bool? = nil,
  naming parameter: String? = nil, status: Int? = nil, comment: Comment? = nil,
  location: SourceLocation = #_sourceLocation, isolation: isolated (any Actor)? = #isolation,
  from body: () async throws -> Value
) async {
  let error = await failure(location, isolation: isolation, of: body)
  if let outcome { #expect(error?.outcome == outcome, comment, sourceLocation: location) }
  if let code { #expect(error?.code == code, comment, sourceLocation: location) }
  if let errorClass {
    #expect(error?.errorClass == errorClass, comment, sourceLocation: location)
  }
  if let isUnanswered {
    #expect(error?.isUnanswered == isUnanswered, comment, sourceLocation: location)
  }
  if let parameter { #expect(error?.parameter == parameter, comment, sourceLocation: location) }
  if let status { #expect(error?.status == status, comment, sourceLocation: location) }
}
