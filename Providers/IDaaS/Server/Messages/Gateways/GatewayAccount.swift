// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// An account at a gateway: its credentials, its endpoint, and how it writes a message.
public protocol GatewayAccount: Sendable {
  /// The request that sends a message.
  ///
  /// - Throws: `invalidContact`, `blockedRegion` or `templateRejected` when the account cannot send it.
  func request(for message: OutgoingMessage) throws(SendingFailure) -> GatewayRequest

  /// The request that sends a notice; nil when the gateway sends no notices there.
  func request(for notice: AccountNotice) throws(SendingFailure) -> GatewayRequest?
}

extension GatewayAccount {
  /// No notices: the gateway sends approved templates only.
  public func request(for notice: AccountNotice) throws(SendingFailure) -> GatewayRequest? { nil }
}

/// A request to a gateway that is ready to be signed and sent.
public struct GatewayRequest: Sendable {
  let exchange: any GatewayExchange

  init(_ exchange: some GatewayExchange) { self.exchange = exchange }
}

/// The exchange of one message with a gateway.
protocol GatewayExchange: Exchange where Reply == GatewayReply {}
