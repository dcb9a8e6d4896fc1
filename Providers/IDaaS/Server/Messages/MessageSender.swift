// SPDX-License-Identifier: Apache-2.0
public import CoatcheckAccounts
public import CoatcheckIDaaSProtocol

/// Sends codes to users.
public protocol MessageSender: Sendable {
  /// Sends a message.
  ///
  /// - Returns: The gateway's name for it, for logs.
  func send(_ message: OutgoingMessage) async throws(SendingFailure) -> String

  /// Sends a notice.
  ///
  /// - Returns: The gateway's name for it; nil when this sender has no way to send notices, which is what a
  ///   sender does that says nothing else.
  func tell(_ notice: AccountNotice) async throws(SendingFailure) -> String?

  /// The gateways that report what became of their messages; none unless it says so.
  var receiptSources: [ReceiptSource] { get }
}

extension MessageSender {
  /// Sends nothing.
  public func tell(_ notice: AccountNotice) async throws(SendingFailure) -> String? { nil }

  /// None.
  public var receiptSources: [ReceiptSource] { [] }
}

/// A message with a code.
public struct OutgoingMessage: Sendable {
  /// Where it goes.
  public let contact: Contact
  /// ISO 3166-1 alpha-2 of a phone number.
  public let country: String?
  /// What the code is for.
  public let type: MessageType
  /// The language: `zh-CN`, `zh-TW` or `en`.
  public let language: String
  /// The application's name.
  public let application: String
  /// The digits.
  public let code: String
  /// The lifetime in minutes.
  public let minutes: Int
  /// Our own name for the message.
  public let id: String

  /// Describes a message.
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
