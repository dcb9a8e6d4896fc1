// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckOAuth
public import HTTPTypes

/// Requests with callbacks.
extension CallbackClient {
  /// Sends a request on behalf of the signed-in user, and calls back once at its end.
  ///
  /// - Parameters:
  ///   - request: The request, without an `Authorization` field.
  ///   - body: The body of the request.
  ///   - options: The transport, limits and redirects.
  ///   - completion: Called once on the main actor, with the response or the error.
  /// - Returns: The connection, to cancel it. It need not be retained.
  @discardableResult
  public func send(
    _ request: HTTPRequest, body: RequestBody = .empty,
    options: CallbackConnectionOptions = CallbackConnectionOptions(),
    completion: @escaping @MainActor (CallbackConnectionOutcome) -> Void
  ) -> CallbackConnection {
    CallbackConnection(
      request, body: body, client: self, options: options, completion: completion
    ).start()
  }

  /// The request with the authorization of the session, for another HTTP stack to send: see
  /// `Session.authorized(_:by:)`.
  ///
  /// - Parameter request: The request, without an `Authorization` field.
  /// - Returns: The request, which contains a secret: send it to its own address only.
  /// - Throws: As ``access()`` when there is no session; else as `Session.authorized(_:by:)`.
  public func authorized(_ request: HTTPRequest) async throws(OAuthError) -> HTTPRequest {
    try await access().authorized(request)
  }
}
