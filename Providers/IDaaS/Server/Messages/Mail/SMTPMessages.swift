// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
public import CoatcheckOAuth
public import CoatcheckSMTP
public import Logging

/// Sends codes and notices by e-mail through a mail server.
///
/// When the server refuses a message, the reason is logged, without the address and the server's text.
public struct SMTPMessages: MessageSender {
  private let client: SMTPClient
  private let environment: RuntimeEnvironment
  private let logger: Logger
  /// The sender address.
  public var address: String
  /// The sender name beside the address; nil for none.
  public var alias: String?
  /// The subjects and texts.
  public var words = MailWords()

  /// Creates a sender.
  ///
  /// - Parameters:
  ///   - client: The client of the mail server.
  ///   - address: The sender address.
  ///   - environment: The wall clock for the date of the messages.
  ///   - logger: The logger for messages that the server refuses.
  public init(
    _ client: SMTPClient, address: String, environment: RuntimeEnvironment = .live, logger: Logger
  ) {
    self.client = client
    self.address = address
    self.environment = environment
    self.logger = logger
  }

  /// Sends a message with a code.
  ///
  /// - Returns: The `Message-ID`, without the angle brackets.
  /// - Throws: `invalidContact` for a phone number; the failure that the server's reply stands for;
  ///   `unknownOutcome` when it is unknown whether the server accepted the message.
  public func send(_ message: OutgoingMessage) async throws(SendingFailure) -> String {
    guard case .email(let recipient) = message.contact else { throw .invalidContact }
    return try await send(
      to: recipient, words.subject(of: message), words.text(of: message), message.id)
  }

  /// Sends a notice; nil for a phone number.
  ///
  /// - Throws: As ``send(_:)``.
  public func tell(_ notice: AccountNotice) async throws(SendingFailure) -> String? {
    guard case .email(let recipient) = notice.contact else { return nil }
    return try await send(
      to: recipient, words.subject(of: notice), words.text(of: notice), notice.id)
  }

  private func send(
    to recipient: String, _ subject: String, _ text: String, _ id: String
  ) async throws(SendingFailure) -> String {
    switch await outcome(to: recipient, subject, text, id) {
    case .success(let name): return name
    case .failure(let failure):
      logger.warning(
        "the mail server did not take a message",
        metadata: [
          "server": "\(client.server.host):\(client.server.port)", "message": "\(id)",
          "reason": "\(failure)",
        ])
      throw failure.sendingFailure
    }
  }

  private func outcome(
    to recipient: String, _ subject: String, _ text: String, _ id: String
  ) async -> Result<String, SMTPFailure> {
    do throws(SMTPFailure) {
      let message = try MailMessage(
        to: recipient, from: address, alias: alias, subject: subject, text: text, id: id,
        date: environment.now())
      try await client.send(message)
      return .success(message.id)
    } catch {
      return .failure(error)
    }
  }
}
