// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckOAuth
public import HTTPTypes
public import CoatcheckFoundation

/// Receives the callbacks of a ``CallbackConnection``, on the main actor. Each start ends with one
/// `connectionDidFinish` or one `didFailWith`, which is its last callback.
@MainActor
public protocol CallbackConnectionDelegate: AnyObject {
  /// The head of the response has arrived.
  ///
  /// - Parameters:
  ///   - connection: The connection, which continues.
  ///   - response: The status and the header fields, of any status.
  func connection(_ connection: CallbackConnection, didReceive response: HTTPResponse)

  /// A chunk of the response's body has arrived. The next one is read when this returns.
  ///
  /// - Parameters:
  ///   - connection: The connection, which continues.
  ///   - data: The bytes of this chunk only.
  func connection(_ connection: CallbackConnection, didReceive data: Data)

  /// The whole response has arrived, with a status below 400.
  func connectionDidFinish(_ connection: CallbackConnection)

  /// There is no response, or its status is an error. ``CallbackConnection/response`` and
  /// ``CallbackConnection/data`` have the part that arrived.
  ///
  /// - Parameters:
  ///   - connection: The connection, which has ended.
  ///   - error: The error. An error of the sign-in or of a refresh is reported here too.
  func connection(_ connection: CallbackConnection, didFailWith error: OAuthError)

  /// Bytes of the request's body were sent.
  ///
  /// - Parameters:
  ///   - connection: The connection, which continues.
  ///   - progress: The number of bytes sent so far. It starts again when the request has to be sent
  ///     again.
  func connection(_ connection: CallbackConnection, didSend progress: TransferProgress)

  /// The response was a redirect, which is followed.
  ///
  /// - Parameters:
  ///   - connection: The connection, which continues.
  ///   - address: The absolute URI of the next request.
  func connection(_ connection: CallbackConnection, didRedirectTo address: String)
}

extension CallbackConnectionDelegate {
  /// Ignores the `response` of `connection`: the default for a delegate without this method.
  public func connection(_ connection: CallbackConnection, didReceive response: HTTPResponse) {}
  /// Ignores the `data` of `connection`: the default for a delegate without this method.
  public func connection(_ connection: CallbackConnection, didReceive data: Data) {}
  /// Does nothing: the default for a delegate without this method.
  public func connectionDidFinish(_ connection: CallbackConnection) {}
  /// Ignores the `error` of `connection`: the default for a delegate without this method.
  public func connection(_ connection: CallbackConnection, didFailWith error: OAuthError) {}
  /// Ignores the `progress` of `connection`: the default for a delegate without this method.
  public func connection(_ connection: CallbackConnection, didSend progress: TransferProgress) {}
  /// Ignores that `connection` was redirected to `address`: the default for a delegate without this
  /// method.
  public func connection(_ connection: CallbackConnection, didRedirectTo address: String) {}
}
