// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
public import CoatcheckClient
public import CoatcheckOAuth

/// Sends codes and notices through one gateway over HTTP.
///
/// No gateway recognises a message that it receives twice. A message is therefore sent once, whatever fails after
/// the request began to leave, and its outcome is then unknown.
public struct GatewaySender<Account: GatewayAccount>: MessageSender {
  private let account: Account
  private let transport: any HTTPTransport
  private let environment: RuntimeEnvironment
  private let deadline: Duration

  /// Creates a sender.
  ///
  /// - Parameters:
  ///   - account: The account at the gateway.
  ///   - transport: The transport of the requests.
  ///   - environment: The wall clock and the random generator for the signatures.
  ///   - deadline: The maximum time of one request. After it, the outcome is unknown.
  public init(
    _ account: Account, transport: any HTTPTransport, environment: RuntimeEnvironment = .live,
    deadline: Duration = .seconds(10)
  ) {
    self.account = account
    self.transport = transport
    self.environment = environment
    self.deadline = deadline
  }

  /// Sends a message with a code.
  ///
  /// - Throws: The failures of the account's `request(for:)` and those that the gateway reports;
  ///   `transient` when the request cannot be sent; `unknownOutcome` when no usable response arrived.
  public func send(_ message: OutgoingMessage) async throws(SendingFailure) -> String {
    let request = try account.request(for: message)
    return try await perform(request.exchange)
  }

  /// Sends a notice.
  ///
  /// - Throws: As ``send(_:)``.
  public func tell(_ notice: AccountNotice) async throws(SendingFailure) -> String? {
    guard let request = try account.request(for: notice) else { return nil }
    return try await perform(request.exchange)
  }

  private func perform(_ exchange: some GatewayExchange) async throws(SendingFailure) -> String {
    let reply: GatewayReply
    do throws(OAuthError) {
      reply = try await transport.perform(
        exchange, limit: ResponseLimit(bytes: GatewayReply.maximumSize, deadline: deadline),
        environment: environment)
    } catch {
      throw error.outcome == .misused ? .transient : .unknownOutcome
    }
    switch reply {
    case .accepted(let name): return name
    case .refused(let failure): throw failure
    }
  }
}
