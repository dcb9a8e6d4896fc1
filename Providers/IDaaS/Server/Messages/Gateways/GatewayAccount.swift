// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// An account at a message gateway: its credentials, its endpoint, and the form of its requests.
public protocol GatewayAccount: Sendable {
  /// Creates the HTTP request that sends a message with a code.
  ///
  /// - Throws: ``SendingFailure``: `invalidContact`, `blockedRegion` or `templateRejected` when the
  ///   account cannot send the message. Nothing was sent.
  func request(for message: OutgoingMessage) throws(SendingFailure) -> GatewayRequest

  /// Creates the HTTP request that sends a notice.
  ///
  /// - Returns: Nil when the account cannot send notices to this contact.
  /// - Throws: ``SendingFailure``: `invalidContact` when the contact cannot be used. Nothing was sent.
  func request(for notice: AccountNotice) throws(SendingFailure) -> GatewayRequest?
}

extension GatewayAccount {
  /// Returns nil: the gateway sends only approved templates, and has no template for notices. It never
  /// throws.
  public func request(for notice: AccountNotice) throws(SendingFailure) -> GatewayRequest? { nil }
}

/// A request to a gateway, ready to be signed and sent.
public struct GatewayRequest: Sendable {
  let exchange: any GatewayExchange

  init(_ exchange: some GatewayExchange) { self.exchange = exchange }
}

/// The exchange of one message with a gateway.
protocol GatewayExchange: Exchange where Reply == GatewayReply {}
