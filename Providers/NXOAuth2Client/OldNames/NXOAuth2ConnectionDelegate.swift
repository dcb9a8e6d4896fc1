// SPDX-License-Identifier: Apache-2.0

public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Receives the callbacks of an ``NXOAuth2Connection``, on the main actor. Each start ends with one did finish or
/// one did fail.
@preconcurrency
@MainActor
public protocol NXOAuth2ConnectionDelegate: NXOAuth2TrustDelegate {
  /// The head of the response is there. Optional.
  func oauthConnection(_ connection: NXOAuth2Connection!, didReceive response: URLResponse!)
  /// The whole response is there, with a status that is not an error. Optional.
  func oauthConnection(_ connection: NXOAuth2Connection!, didFinishWith data: Data!)
  /// There is no response, or its status is an error. Optional.
  func oauthConnection(_ connection: NXOAuth2Connection!, didFailWithError error: (any Error)!)
  /// A piece of the response's body is there. Optional.
  func oauthConnection(_ connection: NXOAuth2Connection!, didReceive data: Data!)
  /// Bytes of the body went out. Optional.
  ///
  /// - Parameters:
  ///   - connection: The connection.
  ///   - bytesSend: How many went out so far.
  ///   - bytesTotal: How many there are; the maximum when that is not known.
  func oauthConnection(
    _ connection: NXOAuth2Connection!, didSendBytes bytesSend: UInt64, ofTotal bytesTotal: UInt64)
  /// The service redirected, and the redirect is followed. Optional.
  func oauthConnection(_ connection: NXOAuth2Connection!, didReceiveRedirectTo redirectURL: URL!)
}

extension NXOAuth2ConnectionDelegate {
  /// Nothing.
  public func oauthConnection(_ connection: NXOAuth2Connection!, didReceive response: URLResponse!)
  {}
  /// Nothing.
  public func oauthConnection(_ connection: NXOAuth2Connection!, didFinishWith data: Data!) {}
  /// Nothing.
  public func oauthConnection(
    _ connection: NXOAuth2Connection!, didFailWithError error: (any Error)!
  ) {}
  /// Nothing.
  public func oauthConnection(_ connection: NXOAuth2Connection!, didReceive data: Data!) {}
  /// Nothing.
  public func oauthConnection(
    _ connection: NXOAuth2Connection!, didSendBytes bytesSend: UInt64, ofTotal bytesTotal: UInt64
  ) {}
  /// Nothing.
  public func oauthConnection(
    _ connection: NXOAuth2Connection!, didReceiveRedirectTo redirectURL: URL!
  ) {}
}
