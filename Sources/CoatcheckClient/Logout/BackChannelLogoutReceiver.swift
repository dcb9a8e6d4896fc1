// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth
public import HTTPTypes
import Logging
public import CoatcheckFoundation

/// Receives the logout tokens of an authorization server. It works in any web framework: a function
/// takes the request and returns the response.
///
/// ```swift
/// let receiver = BackChannelLogoutReceiver(client.context) { token in
///   try await sessions.end(subject: token.subject, sessionID: token.sessionID)
/// }
/// let (head, body) = await receiver.answer(head: request, body: form)
/// ```
///
/// [OpenID Connect Back-Channel Logout §2.5](https://openid.net/specs/openid-connect-backchannel-1_0.html#BCRequest).
public struct BackChannelLogoutReceiver: Sendable {
  /// Ends the sessions that a logout token names: the session of its `sid`, else all sessions of its
  /// `sub`. An error makes the authorization server try again.
  public typealias Ending = @Sendable (LogoutToken) async throws -> Void

  private let context: ClientContext
  private let seen: any TokenReplayGuard
  private let end: Ending

  /// Creates a receiver for the logout tokens of one authorization server.
  ///
  /// - Parameters:
  ///   - context: The client. Logout tokens are signed with the algorithm that is registered for ID
  ///     tokens.
  ///   - seen: Detects repeated tokens; nil for a guard in the memory of this program.
  ///   - end: Ends the sessions that a verified token names.
  public init(
    _ context: ClientContext, seen: (any TokenReplayGuard)? = nil, end: @escaping Ending
  ) {
    self.context = context
    self.seen = seen ?? MemoryReplayGuard(environment: context.runtime.environment)
    self.end = end
  }

  /// Handles a request to the back-channel logout URI.
  ///
  /// - Parameters:
  ///   - head: The head of the request.
  ///   - body: Its body: a form with `logout_token`.
  /// - Returns: The response: 200 when the sessions are ended, 400 when the token is invalid or the
  ///   sessions could not be ended, 405 for another method than `POST`, 413 when the body is too long.
  public func answer(head: HTTPRequest, body: Data) async -> (head: HTTPResponse, body: Data) {
    do throws(OAuthError) {
      try await receive(BackChannelLogoutExchange.received(head: head, body: body).token)
      return BackChannelLogoutExchange.response(BackChannelLogoutExchange.Ended())
    } catch {
      context.runtime.logger.info(
        "a logout token is refused", metadata: ["reason": "\(error.reason)"])
      return BackChannelLogoutExchange.response(error)
    }
  }

  /// Verifies a logout token and ends the sessions that it names.
  ///
  /// [OpenID Connect Back-Channel Logout §2.6](https://openid.net/specs/openid-connect-backchannel-1_0.html#Validation).
  ///
  /// - Parameter token: The logout token, a JWT in compact serialization.
  /// - Throws: `refused` when the token is invalid or was received before; `unreadable` or
  ///   `unreachable` when the keys of the authorization server are not available; the error of the
  ///   closure, or `unreachable` with `serverError`, when the sessions could not be ended: the same
  ///   token is accepted again then.
  public func receive(_ token: Secret) async throws(OAuthError) {
    let logout = try await verified(token)
    // §2.6: "Optionally verify that another Logout Token with the same jti value has not been
    // recently received."
    let id = "\(logout.issuer) \(logout.id)"
    guard
      try await seen.isNew(
        id, until: logout.expiresAt.addingTimeInterval(context.runtime.clockTolerance))
    else {
      throw .refused(.invalidRequest, "The token was received before.", parameter: "jti")
    }
    do {
      try await end(logout)
    } catch {
      await seen.forget(id)
      throw OAuthError.known(error)
        ?? .unreachable(.serverError, "The sessions could not be ended.")
    }
  }

  private func verified(_ text: Secret) async throws(OAuthError) -> LogoutToken {
    let (metadata, runtime) = (context.metadata, context.runtime)
    let algorithms = context.idTokenAlgorithms
    guard let jwksURI = metadata.jwksURI else {
      throw .unreadable(
        .metadataMalformed, "The authorization server publishes no keys for its tokens.",
        parameter: "jwks_uri")
    }
    let rules = try LogoutTokenRules(
      issuer: metadata.issuer, clientID: context.client.id, algorithms: algorithms,
      leeway: runtime.clockTolerance, now: runtime.environment.now())
    let token: VerifiedJWT
    do throws(OAuthError) {
      token = try await runtime.keys.verified(Self.parsed(text), at: jwksURI, accepting: algorithms)
    } catch  where error.code == .idTokenInvalid {
      throw .refused(
        .invalidRequest, "The signature or the form of the logout token is invalid.",
        parameter: "logout_token")
    }
    return try rules.check(token)
  }

  private static func parsed(_ text: Secret) throws(OAuthError) -> UnverifiedJWT {
    do {
      return try UnverifiedJWT(text.reveal())
    } catch {
      throw .refusedToken(error)
    }
  }
}
