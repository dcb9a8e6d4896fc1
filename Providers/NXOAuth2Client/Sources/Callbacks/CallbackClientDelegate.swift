// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// Receives the callbacks of a ``CallbackClient``. All calls come on the main actor, in the order
/// in which things happened, and each thing is told once.
@MainActor
public protocol CallbackClientDelegate: AnyObject {
  /// No user is signed in: begin one of the flows, now or later. Until one of them has ended, requests wait.
  func clientNeedsAuthentication(_ client: CallbackClient)

  /// There is access: a flow has ended well, or the store had a session. Did fail follows at once where the
  /// token has expired and cannot be refreshed at the moment.
  func clientDidGetAccess(_ client: CallbackClient)

  /// The access has ended: the issuer ended it, a user signed out, or the token has expired and there is no
  /// refresh token. Nothing is stored of it any more; after `expired` the account stays, without a valid
  /// token, until its user signs in again.
  ///
  /// - Parameters:
  ///   - client: The client whose access has ended.
  ///   - reason: Why.
  func client(_ client: CallbackClient, didLoseAccess reason: EndReason)

  /// The tokens were replaced, by this program or by another one that shares the store.
  func clientDidRefreshAccess(_ client: CallbackClient)

  /// A flow, a refresh or the store failed. Who was signed in still is.
  ///
  /// - Parameters:
  ///   - client: The client.
  ///   - error: Why; its `OAuthError.errorClass` says what follows.
  func client(_ client: CallbackClient, didFailWith error: OAuthError)
}

extension CallbackClientDelegate {
  /// Nothing.
  public func clientDidGetAccess(_ client: CallbackClient) {}
  /// Nothing.
  public func client(_ client: CallbackClient, didLoseAccess reason: EndReason) {}
  /// Nothing.
  public func clientDidRefreshAccess(_ client: CallbackClient) {}
  /// Nothing.
  public func client(_ client: CallbackClient, didFailWith error: OAuthError) {}
}
