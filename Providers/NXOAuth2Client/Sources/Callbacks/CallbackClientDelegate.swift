// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// Receives the callbacks of a ``CallbackClient``, on the main actor and in the order of the events. Each
/// event is reported once.
@MainActor
public protocol CallbackClientDelegate: AnyObject {
  /// No user is signed in: begin a sign-in, now or later. Requests wait until it has ended.
  func clientNeedsAuthentication(_ client: CallbackClient)

  /// There is a session: a sign-in succeeded, or the store had one. `didFailWith` follows at once if the
  /// token has expired and cannot be refreshed at the moment.
  func clientDidGetAccess(_ client: CallbackClient)

  /// The session has ended: the authorization server ended it, the user signed out, or the token has
  /// expired and there is no refresh token. Its record is removed; only after `expired` the account stays
  /// stored, without a valid token, until its user signs in again.
  ///
  /// - Parameters:
  ///   - client: The client whose session has ended.
  ///   - reason: Why the session has ended.
  func client(_ client: CallbackClient, didLoseAccess reason: EndReason)

  /// The tokens were refreshed, by this program or by another one that shares the store.
  func clientDidRefreshAccess(_ client: CallbackClient)

  /// A sign-in, a refresh or the store failed. An existing session stays.
  ///
  /// - Parameters:
  ///   - client: The client that reports the error.
  ///   - error: The error; its `OAuthError.errorClass` says what follows.
  func client(_ client: CallbackClient, didFailWith error: OAuthError)
}

extension CallbackClientDelegate {
  /// Does nothing: the default for a delegate without this method.
  public func clientDidGetAccess(_ client: CallbackClient) {}
  /// Ignores the `reason` for which the session of `client` has ended: the default for a delegate without
  /// this method.
  public func client(_ client: CallbackClient, didLoseAccess reason: EndReason) {}
  /// Does nothing: the default for a delegate without this method.
  public func clientDidRefreshAccess(_ client: CallbackClient) {}
  /// Ignores the `error` of `client`: the default for a delegate without this method.
  public func client(_ client: CallbackClient, didFailWith error: OAuthError) {}
}
