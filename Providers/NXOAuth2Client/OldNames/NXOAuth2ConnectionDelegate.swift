// SPDX-License-Identifier: Apache-2.0

public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Receives the callbacks of an ``NXOAuth2Connection``, on the main actor. Each start ends with one
/// `didFinishWith` or one `didFailWithError`. New code implements `CallbackConnectionDelegate`.
@preconcurrency
@MainActor
public protocol NXOAuth2ConnectionDelegate: NXOAuth2TrustDelegate {
  /// The head of the response has arrived. Optional.
  ///
  /// - Parameters:
  ///   - connection: The connection, which continues.
  ///   - response: The status and the header fields, of any status.
  func oauthConnection(_ connection: NXOAuth2Connection!, didReceive response: URLResponse!)
  /// The whole response has arrived, with a status below 400. Optional.
  ///
  /// - Parameters:
  ///   - connection: The connection, which has ended.
  ///   - data: The whole body; empty if the connection does not save it.
  func oauthConnection(_ connection: NXOAuth2Connection!, didFinishWith data: Data!)
  /// There is no response, or its status is an error. Optional.
  ///
  /// - Parameters:
  ///   - connection: The connection, which has ended.
  ///   - error: An `NSError` of `NXOAuth2ErrorDomain`, `NXOAuth2HTTPErrorDomain` or `NSURLErrorDomain`.
  func oauthConnection(_ connection: NXOAuth2Connection!, didFailWithError error: (any Error)!)
  /// A chunk of the response's body has arrived. Optional.
  ///
  /// - Parameters:
  ///   - connection: The connection, which continues.
  ///   - data: The bytes of this chunk only.
  func oauthConnection(_ connection: NXOAuth2Connection!, didReceive data: Data!)
  /// Bytes of the request's body were sent. Optional.
  ///
  /// - Parameters:
  ///   - connection: The connection, which continues.
  ///   - bytesSend: The number of bytes sent so far.
  ///   - bytesTotal: The number of all bytes; `UInt64.max` when it is not known.
  func oauthConnection(
    _ connection: NXOAuth2Connection!, didSendBytes bytesSend: UInt64, ofTotal bytesTotal: UInt64)
  /// The response was a redirect, which is followed. Optional.
  ///
  /// - Parameters:
  ///   - connection: The connection, which continues.
  ///   - redirectURL: The absolute URL of the next request.
  func oauthConnection(_ connection: NXOAuth2Connection!, didReceiveRedirectTo redirectURL: URL!)
}

extension NXOAuth2ConnectionDelegate {
  /// Ignores the `response` of `connection`: the default for a delegate without this method.
  public func oauthConnection(_ connection: NXOAuth2Connection!, didReceive response: URLResponse!)
  {}
  /// Ignores the `data` of `connection`: the default for a delegate without this method.
  public func oauthConnection(_ connection: NXOAuth2Connection!, didFinishWith data: Data!) {}
  /// Ignores the `error` of `connection`: the default for a delegate without this method.
  public func oauthConnection(
    _ connection: NXOAuth2Connection!, didFailWithError error: (any Error)!
  ) {}
  /// Ignores the `data` of `connection`: the default for a delegate without this method.
  public func oauthConnection(_ connection: NXOAuth2Connection!, didReceive data: Data!) {}
  /// Ignores that `connection` has sent `bytesSend` of `bytesTotal` bytes: the default for a delegate
  /// without this method.
  public func oauthConnection(
    _ connection: NXOAuth2Connection!, didSendBytes bytesSend: UInt64, ofTotal bytesTotal: UInt64
  ) {}
  /// Ignores that `connection` was redirected to `redirectURL`: the default for a delegate without this
  /// method.
  public func oauthConnection(
    _ connection: NXOAuth2Connection!, didReceiveRedirectTo redirectURL: URL!
  ) {}
}
