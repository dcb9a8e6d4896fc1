// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
public import HTTPTypes
public import CoatcheckFoundation

extension Client {
  /// Asks the user to sign in again, because a resource server requires a stronger or more recent
  /// authentication, or more scopes. The stored session is replaced after the sign-in has succeeded.
  ///
  /// [RFC 9470 §4](https://www.rfc-editor.org/rfc/rfc9470#section-4).
  ///
  /// - Parameters:
  ///   - requirement: What the resource server requires.
  ///   - name: The name the session is stored under; without it, the subject.
  /// - Throws: As ``signIn(scopes:storedAs:accessibility:options:)``; the stored session is as before
  ///   then.
  public func signInAgain(
    for requirement: StepUpRequirement, storedAs name: String? = nil
  ) async throws(OAuthError) -> Session {
    try await ask(
      SignInRequest(scopes: requirement.scopes, options: requirement.options),
      storedAs: SessionPlace(name: name), using: automaticFlow(), after: .replacing)
  }

  /// Sends a request on behalf of a signed-in user, and asks the user to sign in again where the
  /// resource server requires a stronger or more recent authentication
  /// ([RFC 9470 §3](https://www.rfc-editor.org/rfc/rfc9470#section-3)) or more scopes
  /// ([RFC 6750 §3.1](https://www.rfc-editor.org/rfc/rfc6750#section-3.1)).
  ///
  /// ```swift
  /// let (response, data) = try await client.data(for: transfer, as: session)
  /// ```
  ///
  /// - Parameters:
  ///   - request: The request, without an `Authorization` field.
  ///   - session: The session of the user.
  ///   - body: The body of the request; empty for none.
  ///   - limit: The maximum number of times that the user is asked, from 1 to 5.
  /// - Returns: The response, whatever its status, except a rejected token.
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
