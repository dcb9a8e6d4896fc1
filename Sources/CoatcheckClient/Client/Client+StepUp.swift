// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
public import HTTPTypes
public import CoatcheckFoundation

extension Client {
  /// Asks the user again, because a resource server requires a stronger or more recent sign-in, or
  /// more scopes. What is stored under the name is replaced once it has succeeded.
  ///
  /// - Parameters:
  ///   - requirement: What the resource server requires.
  ///   - name: The name the session is stored under; without it, the subject.
  /// - Throws: As ``signIn(scopes:storedAs:accessibility:options:)``; the stored session is as it was then.
  public func signInAgain(
    for requirement: StepUpRequirement, storedAs name: String? = nil
  ) async throws(OAuthError) -> Session {
    try await ask(
      SignInRequest(scopes: requirement.scopes, options: requirement.options),
      storedAs: SessionPlace(name: name), using: automaticFlow(), after: .replacing)
  }

  /// Sends a request on behalf of a signed-in user, and asks the user again where the resource
  /// server requires a stronger or more recent sign-in, or more scopes: RFC 9470, RFC 6750.
  ///
  /// ```swift
  /// let (response, data) = try await client.data(for: transfer, as: session)
  /// ```
  ///
  /// - Parameters:
  ///   - request: The request, without an `Authorization` field.
  ///   - session: Who is signed in.
  ///   - body: The request's body.
  ///   - limit: How often the user is asked, from 1 to 5.
  /// - Returns: The answer, whatever its status, except a rejected token.
  /// - Throws: As `Session.data(for:body:limit:steppingUp:)`.
  public func data(
    for request: HTTPRequest, as session: Session, body: Data = Data(), asking limit: Int = 1
  ) async throws(OAuthError) -> (HTTPResponse, Data) {
    let name = session.stored?.name
    return try await session.data(
      for: request, body: body,
      steppingUp: StepUp(limit: limit) { requirement throws(OAuthError) in
        try await signInAgain(for: requirement, storedAs: name)
      })
  }
}
