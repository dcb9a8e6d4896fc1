// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckOAuth
public import HTTPTypes
public import CoatcheckFoundation

/// Receives the callbacks of a ``CallbackConnection``. All calls come on the main actor. Each start is
/// answered by one `connectionDidFinish` or one `didFailWith`, and nothing comes after it.
@MainActor
public protocol CallbackConnectionDelegate: AnyObject {
  /// The head of the response is there.
  func connection(_ connection: CallbackConnection, didReceive response: HTTPResponse)

  /// A piece of the response's body is there. The next one is asked for when this returns.
  func connection(_ connection: CallbackConnection, didReceive data: Data)

  /// The whole response is there, with a status that is not an error.
  func connectionDidFinish(_ connection: CallbackConnection)

  /// There is no response, or its status is an error. ``CallbackConnection/response`` and
  /// ``CallbackConnection/data`` hold what there was of it.
  ///
  /// - Parameters:
  ///   - connection: The connection, which has ended.
  ///   - error: Why. A refresh that failed is told here too.
  func connection(_ connection: CallbackConnection, didFailWith error: OAuthError)

  /// Bytes of the body went out.
  ///
  /// - Parameters:
  ///   - connection: The connection.
  ///   - progress: How far it has come, in bytes. It begins again when the request has to be sent again.
  func connection(_ connection: CallbackConnection, didSend progress: TransferProgress)

  /// The service redirected, and the redirect is followed.
  ///
  /// - Parameters:
  ///   - connection: The connection.
  ///   - address: Where to.
  func connection(_ connection: CallbackConnection, didRedirectTo address: String)
}

extension CallbackConnectionDelegate {
  /// Nothing.
  public func connection(_ connection: CallbackConnection, didReceive response: HTTPResponse) {}
  /// Nothing.
  public func connection(_ connection: CallbackConnection, didReceive data: Data) {}
  /// Nothing.
  public func connectionDidFinish(_ connection: CallbackConnection) {}
  /// Nothing.
  public func connection(_ connection: CallbackConnection, didFailWith error: OAuthError) {}
  /// Nothing.
  public func connection(_ connection: CallbackConnection, didSend progress: TransferProgress) {}
  /// Nothing.
  public func connection(_ connection: CallbackConnection, didRedirectTo address: String) {}
}
