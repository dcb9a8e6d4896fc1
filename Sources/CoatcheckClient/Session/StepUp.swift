// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
public import HTTPTypes
public import CoatcheckFoundation

/// How the user is asked again when a resource server requires a stronger or a more recent sign-in,
/// or more scopes.
///
/// ```swift
/// let again = StepUp { requirement throws(OAuthError) in
///   try await client.signInAgain(for: requirement, storedAs: "main")
/// }
/// let (response, data) = try await session.data(for: request, steppingUp: again)
/// ```
public struct StepUp: Sendable {
  /// How often the user is asked for one request, from 1 to 5.
  public let limit: Int
  let signIn: @Sendable (StepUpRequirement) async throws(OAuthError) -> Session

  /// A way to ask.
  ///
  /// - Parameters:
  ///   - limit: How often the user is asked for one request, from 1 to 5.
  ///   - signIn: Asks the user, and returns the session of the same user.
  public init(
    limit: Int = 1,
    signIn: @escaping @Sendable (StepUpRequirement) async throws(OAuthError) -> Session
  ) {
    self.limit = min(max(limit, 1), 5)
    self.signIn = signIn
  }
}

extension Session {
  /// Sends a request on behalf of the user, and asks the user again when the resource server
  /// requires it.
  ///
  /// After each sign-in the request is sent once more. A resource server that requires the same
  /// again after it got it is not obeyed: its answer is returned.
  ///
  /// - Parameters:
  ///   - request: The request, without an `Authorization` field.
  ///   - body: Its body.
  ///   - limit: The longest answer to read, and the time for it.
  ///   - stepUp: How the user is asked.
  /// - Returns: The answer, whatever its status, except a rejected token.
  /// - Throws: As ``data(for:body:limit:)``; what the sign-in threw; `subjectMismatch` when another
  ///   user signed in, who does not get the answer.
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
