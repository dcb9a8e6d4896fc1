// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckOAuth
public import HTTPTypes

/// Requests with callbacks.
extension CallbackClient {
  /// Sends a request for the signed-in user, and calls back once at its end.
  ///
  /// - Parameters:
  ///   - request: The request, without an `Authorization` field.
  ///   - body: Its body.
  ///   - options: What else there is to say.
  ///   - completion: Is told what became of it.
  /// - Returns: The connection, to cancel it. It need not be kept.
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

  /// A request as it would be sent now, for another HTTP stack to send; as `Session.authorized(_:by:)`.
  ///
  /// - Throws: As ``access()`` and `Session.authorized(_:by:)`.
  public func authorized(_ request: HTTPRequest) async throws(OAuthError) -> HTTPRequest {
    try await access().authorized(request)
  }
}
