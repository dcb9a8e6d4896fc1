// SPDX-License-Identifier: Apache-2.0
public import CoatcheckAccounts
public import CoatcheckIDaaSProtocol

/// Sends codes and notices to users.
public protocol MessageSender: Sendable {
  /// Sends a message with a code.
  ///
  /// - Returns: The gateway's identifier of the message, for logs.
  /// - Throws: ``SendingFailure``. With `unknownOutcome` the message may have been sent; with every other
  ///   case it was not.
  func send(_ message: OutgoingMessage) async throws(SendingFailure) -> String

  /// Sends a notice.
  ///
  /// - Returns: The gateway's identifier of the message; nil when this sender does not send notices, which
  ///   is the default.
  /// - Throws: ``SendingFailure``. With `unknownOutcome` the notice may have been sent; with every other
  ///   case it was not.
  func tell(_ notice: AccountNotice) async throws(SendingFailure) -> String?

  /// The gateways that report the delivery of their messages; none by default.
  var receiptSources: [ReceiptSource] { get }
}

extension MessageSender {
  /// Sends nothing and returns nil. It never throws.
  public func tell(_ notice: AccountNotice) async throws(SendingFailure) -> String? { nil }

  /// No gateways.
  public var receiptSources: [ReceiptSource] { [] }
}

/// A message with a code.
public struct OutgoingMessage: Sendable {
  /// The contact that the message is sent to.
  public let contact: Contact
  /// The country of a phone number, ISO 3166-1 alpha-2 (`CN`); nil for an e-mail address.
  public let country: String?
  /// What the code is for.
  public let type: MessageType
  /// The language of the text: `zh-CN`, `zh-TW` or `en`.
  public let language: String
  /// The name of the application, as users see it.
  public let application: String
  /// The digits of the code.
  public let code: String
  /// The lifetime of the code in minutes.
  public let minutes: Int
  /// This server's identifier of the message.
  public let id: String

  /// Creates a message.
  ///
  /// - Parameters:
  ///   - contact: The contact that the message is sent to.
  ///   - country: The country of a phone number, ISO 3166-1 alpha-2 (`CN`); nil for an e-mail address.
  ///   - type: What the code is for.
  ///   - language: The language of the text: `zh-CN`, `zh-TW` or `en`.
  ///   - application: The name of the application, as users see it.
  ///   - code: The digits of the code.
  ///   - minutes: The lifetime of the code in minutes.
  ///   - id: This server's identifier of the message.
  public init(
    to contact: Contact, country: String?, type: MessageType, language: String,
    application: String, code: String, minutes: Int, id: String
  ) {
    self.contact = contact
    self.country = country
    self.type = type
    self.language = language
    self.application = application
    self.code = code
    self.minutes = minutes
    self.id = id
  }
}

/// Why a message was not sent.
public enum SendingFailure: Error, Sendable, Equatable {
  /// There is no such number or address.
  case invalidContact
  /// The gateway sends no more for a while; in seconds, nil where it does not say.
  case limited(retryAfter: Int?)
  /// The account at the gateway is empty.
  case noBalance
  /// The gateway does not take the text or its template.
  case templateRejected
  /// The gateway does not send to this country.
  case blockedRegion
  /// The gateway refused, and may not the next time.
  case transient
  /// The gateway did not answer: the message may have been sent. It is not sent again.
  case unknownOutcome
}
