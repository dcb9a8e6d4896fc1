// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts

/// A sender that selects another sender by the contact of the message.
///
/// The next sender is tried only after a failure that certainly sent nothing and that another gateway may
/// not have: not after an unknown number, a limit of the gateway, or an unknown outcome.
public struct MessageSenders: MessageSender {
  /// A sender with the contacts that it is for.
  public struct Route: Sendable {
    /// The contacts.
    public enum Kind: Sendable {
      /// Phone numbers of these countries (ISO 3166-1 alpha-2, `CN`); nil for all countries.
      case phones(in: Set<String>?)
      /// E-mail addresses.
      case emails
    }

    let kind: Kind
    let sender: any MessageSender
    /// How the gateway reports the delivery of messages; nil when it does not.
    public var receipts: ReceiptSource?

    /// Creates a route.
    ///
    /// - Parameters:
    ///   - kind: The contacts that the sender is for.
    ///   - sender: The sender.
    public init(_ kind: Kind, _ sender: any MessageSender) {
      self.kind = kind
      self.sender = sender
    }

    func takes(_ contact: Contact, _ country: String?) -> Bool {
      switch (kind, contact) {
      case (.emails, .email): true
      case (.phones(nil), .phone): true
      case (.phones(let countries?), .phone): country.map(countries.contains) ?? false
      case (.emails, .phone), (.phones, .email): false
      }
    }

    func takes(_ notice: AccountNotice) -> Bool {
      if case (.phones, .phone) = (kind, notice.contact), notice.country == nil { return true }
      return takes(notice.contact, notice.country)
    }
  }

  private let routes: [Route]

  /// Creates a sender that tries these senders in their order.
  public init(_ routes: [Route]) { self.routes = routes }

  /// The gateways of all senders that report the delivery of messages.
  public var receiptSources: [ReceiptSource] {
    routes.flatMap { [$0.receipts].compactMap(\.self) + $0.sender.receiptSources }
  }

  /// Sends a message with the first sender that accepts its contact.
  ///
  /// - Throws: The failure of the last sender that was tried; `blockedRegion` when no sender accepts the
  ///   contact.
  public func send(_ message: OutgoingMessage) async throws(SendingFailure) -> String {
    var failure = SendingFailure.blockedRegion
    for route in routes where route.takes(message.contact, message.country) {
      do throws(SendingFailure) {
        return try await route.sender.send(message)
      } catch {
        guard error.mayGoBetterElsewhere else { throw error }
        failure = error
      }
    }
    throw failure
  }

  /// Sends a notice with the first sender that sends notices to its contact. A phone number of an unknown
  /// country is accepted by all senders for phones.
  ///
  /// - Throws: The failure of the last sender that was tried.
  public func tell(_ notice: AccountNotice) async throws(SendingFailure) -> String? {
    var failure: SendingFailure?
    for route in routes where route.takes(notice) {
      do throws(SendingFailure) {
        if let name = try await route.sender.tell(notice) { return name }
      } catch {
        guard error.mayGoBetterElsewhere else { throw error }
        failure = error
      }
    }
    if let failure { throw failure }
    return nil
  }
}

extension SendingFailure {
  /// Whether nothing was sent and another gateway may succeed: the number is not at fault.
  var mayGoBetterElsewhere: Bool {
    switch self {
    case .noBalance, .templateRejected, .blockedRegion, .transient: true
    case .invalidContact, .limited, .unknownOutcome: false
    }
  }
}
