// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Receives the callbacks of an ``NXOAuth2Client``, on the main actor.
///
/// The old header requires ``oauthClientNeedsAuthentication(_:)``; the examples of the old guide implement
/// ``oauthClientRequestedAuthorization(_:)`` in its place. Either one is called. Where there is neither, did fail
/// follows.
@preconcurrency
@MainActor
public protocol NXOAuth2ClientDelegate: NXOAuth2TrustDelegate {
  /// There is no token: begin one of the flows, now or later.
  func oauthClientNeedsAuthentication(_ client: NXOAuth2Client!)
  /// As ``oauthClientNeedsAuthentication(_:)``, by the name that the examples of the old guide have.
  func oauthClientRequestedAuthorization(_ client: NXOAuth2Client!)
  /// There is a token: a flow has ended well, or one was stored. Optional.
  func oauthClientDidGetAccessToken(_ client: NXOAuth2Client!)
  /// The token is lost. Optional.
  func oauthClientDidLoseAccessToken(_ client: NXOAuth2Client!)
  /// The token was replaced. Optional.
  func oauthClientDidRefreshAccessToken(_ client: NXOAuth2Client!)
  /// A flow, a refresh or the store failed. Optional.
  ///
  /// - Parameters:
  ///   - client: The client.
  ///   - error: An `NSError` of `NXOAuth2ErrorDomain`, `NXOAuth2HTTPErrorDomain` or `NSURLErrorDomain`.
  func oauthClient(
    _ client: NXOAuth2Client!, didFailToGetAccessTokenWithError error: (any Error)!)
}

extension NXOAuth2ClientDelegate {
  /// Calls ``oauthClientRequestedAuthorization(_:)``.
  public func oauthClientNeedsAuthentication(_ client: NXOAuth2Client!) {
    oauthClientRequestedAuthorization(client)
  }
  /// Did fail follows: there is no method that begins a flow.
  public func oauthClientRequestedAuthorization(_ client: NXOAuth2Client!) {
    client?.refuseWithoutFlow()
  }
  /// Nothing.
  public func oauthClientDidGetAccessToken(_ client: NXOAuth2Client!) {}
  /// Nothing.
  public func oauthClientDidLoseAccessToken(_ client: NXOAuth2Client!) {}
  /// Nothing.
  public func oauthClientDidRefreshAccessToken(_ client: NXOAuth2Client!) {}
  /// Nothing.
  public func oauthClient(
    _ client: NXOAuth2Client!, didFailToGetAccessTokenWithError error: (any Error)!
  ) {}
}
