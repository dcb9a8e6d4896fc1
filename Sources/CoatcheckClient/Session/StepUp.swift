// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
public import HTTPTypes
public import CoatcheckFoundation

/// How the user is asked again when a resource server requires a stronger or a more recent sign-in, or more
/// scopes.
///
/// ```swift
/// let again = StepUp { requirement throws(OAuthError) in
///   try await client.signInAgain(for: requirement, storedAs: "main")
/// }
/// let (response, data) = try await session.data(for: request, steppingUp: again)
/// ```
///
/// [RFC 9470](https://www.rfc-editor.org/rfc/rfc9470).
public struct StepUp: Sendable {
  /// The maximum number of sign-ins for one request, from 1 to 5.
  public let limit: Int
  let signIn: @Sendable (StepUpRequirement) async throws(OAuthError) -> Session

  /// Creates the rule for asking the user again.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of sign-ins for one request, from 1 to 5; a number outside counts as the
  ///     nearest one.
  ///   - signIn: Signs the user in again with what the resource server requires, and returns the session of
  ///     the same user. The error that it throws ends the request.
  public init(
    limit: Int = 1,
    signIn: @escaping @Sendable (StepUpRequirement) async throws(OAuthError) -> Session
  ) {
    self.limit = min(max(limit, 1), 5)
    self.signIn = signIn
  }
}

extension Session {
  /// Sends a request on behalf of the user, and asks the user again when the resource server requires it.
  ///
  /// After each sign-in the request is sent once more. When a resource server requires the same again after
  /// a sign-in for it, the user is not asked again: that response is returned.
  /// [RFC 9470 §4](https://www.rfc-editor.org/rfc/rfc9470#section-4).
  ///
  /// - Parameters:
  ///   - request: The request, an absolute `https` address without an `Authorization` field.
  ///   - body: The body of the request; empty for none.
  ///   - limit: The longest response body to read, and the time for each response; 1 MiB and 10 seconds
  ///     unless given.
  ///   - stepUp: How the user is asked.
  /// - Returns: The response, whatever its status, except for a rejected token.
  /// - Throws: As ``data(for:body:limit:)``; what the sign-in threw; `unreadable` with `subjectMismatch`
  ///   when another user signed in: the request is not sent for that user.
  public func data(
    for request: HTTPRequest, body: Data = Data(), limit: ResponseLimit = .standard,
    steppingUp stepUp: StepUp
  ) async throws(OAuthError) -> (HTTPResponse, Data) {
    var session = self
    var asked: Set<StepUpRequirement> = []
    while true {
      let answer = try await session.data(for: request, body: body, limit: limit)
      guard asked.count < stepUp.limit, let stored = session.stored,
        let requirement = StepUpRequirement(answer.0, for: stored),
        asked.insert(requirement).inserted
      else { return answer }
      session = try await stepUp.signIn(requirement)
      guard session.account == account else {
        throw .unreadable(
          .subjectMismatch, "Another user signed in than the one who was asked.", parameter: "sub")
      }
    }
  }
}
