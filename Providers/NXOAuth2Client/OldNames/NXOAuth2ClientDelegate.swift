// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Receives the callbacks of an ``NXOAuth2Client``, on the main actor. New code implements
/// `CallbackClientDelegate`.
///
/// The old header requires ``oauthClientNeedsAuthentication(_:)``; the examples of the old guide
/// implement ``oauthClientRequestedAuthorization(_:)`` in its place. The one that is implemented is
/// called. Without either, the client reports an error.
@preconcurrency
@MainActor
public protocol NXOAuth2ClientDelegate: NXOAuth2TrustDelegate {
  /// There is no token: begin a sign-in, now or later.
  func oauthClientNeedsAuthentication(_ client: NXOAuth2Client!)
  /// There is no token, as ``oauthClientNeedsAuthentication(_:)``: the name in the examples of the old
  /// guide.
  func oauthClientRequestedAuthorization(_ client: NXOAuth2Client!)
  /// There is a token: a sign-in succeeded, or a token was stored. Optional.
  func oauthClientDidGetAccessToken(_ client: NXOAuth2Client!)
  /// The session has ended: there is no token any more. Optional.
  func oauthClientDidLoseAccessToken(_ client: NXOAuth2Client!)
  /// The token was refreshed. Optional.
  func oauthClientDidRefreshAccessToken(_ client: NXOAuth2Client!)
  /// A sign-in, a refresh or the store failed. Optional.
  ///
  /// - Parameters:
  ///   - client: The client that reports the error.
  ///   - error: An `NSError` of `NXOAuth2ErrorDomain`, `NXOAuth2HTTPErrorDomain` or `NSURLErrorDomain`.
  func oauthClient(
    _ client: NXOAuth2Client!, didFailToGetAccessTokenWithError error: (any Error)!)
}

extension NXOAuth2ClientDelegate {
  /// Calls ``oauthClientRequestedAuthorization(_:)``.
  public func oauthClientNeedsAuthentication(_ client: NXOAuth2Client!) {
    oauthClientRequestedAuthorization(client)
  }
  /// Reports an error: the delegate has no method that begins a sign-in.
  public func oauthClientRequestedAuthorization(_ client: NXOAuth2Client!) {
    client?.refuseWithoutFlow()
  }
  /// Does nothing: the default for a delegate without this method.
  public func oauthClientDidGetAccessToken(_ client: NXOAuth2Client!) {}
  /// Does nothing: the default for a delegate without this method.
  public func oauthClientDidLoseAccessToken(_ client: NXOAuth2Client!) {}
  /// Does nothing: the default for a delegate without this method.
  public func oauthClientDidRefreshAccessToken(_ client: NXOAuth2Client!) {}
  /// Ignores the `error` of `client`: the default for a delegate without this method.
  public func oauthClient(
    _ client: NXOAuth2Client!, didFailToGetAccessTokenWithError error: (any Error)!
  ) {}
}
