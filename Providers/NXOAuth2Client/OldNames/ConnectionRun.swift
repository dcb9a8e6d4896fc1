// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckNXOAuth2Client
import CoatcheckOAuth
import Foundation
import HTTPTypes

/// One run of an old connection. It retains the connection until its end.
@MainActor
final class ConnectionRun: CallbackConnectionDelegate {
  private let owner: NXOAuth2Connection
  private var running: CallbackConnection?
  private var isCancelled = false

  init(of owner: NXOAuth2Connection) { self.owner = owner }

  /// Sends the request, after the client has looked for a token of the old library.
  func start(
    _ head: HTTPRequest, _ body: RequestBody, _ options: CallbackConnectionOptions,
    _ client: NXOAuth2Client?
  ) {
    guard let client else { return send(head, body, options, nil) }
    client.with(onError: { self.fail($0) }) { oauth in self.send(head, body, options, oauth) }
  }

  private func send(
    _ head: HTTPRequest, _ body: RequestBody, _ options: CallbackConnectionOptions,
    _ oauth: CallbackClient?
  ) {
    guard !isCancelled else { return fail(Self.cancelled) }
    let connection = CallbackConnection(
      head, body: body, client: oauth, options: options, delegate: self
    ) { outcome in
      // Releases the connection, which retains this run until here.
      self.running = nil
      self.owner.ended(outcome.error, self)
    }
    running = connection
    connection.start()
  }

  /// Ends the run with an error before anything is sent. The error is reported after the calling method has
  /// returned.
  func fail(_ error: OAuthError) {
    Task { owner.ended(error, self) }
  }

  func cancel() {
    isCancelled = true
    running?.cancel()
  }

  private static var cancelled: OAuthError {
    .unreachable(.cancelled, "The program cancelled this.")
  }

  func connection(_ connection: CallbackConnection, didReceive response: HTTPResponse) {
    owner.received(response, self)
  }
  func connection(_ connection: CallbackConnection, didReceive data: Data) {
    owner.received(data, self)
  }
  func connection(_ connection: CallbackConnection, didSend progress: TransferProgress) {
    owner.sent(progress, self)
  }
  func connection(_ connection: CallbackConnection, didRedirectTo address: String) {
    owner.redirected(to: address, self)
  }
}
