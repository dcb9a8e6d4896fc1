// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts

/// Several senders as one: which of them gets a message depends on where it goes.
///
/// The next one is tried only after a failure that is certain to have sent nothing, and that another gateway
/// need not have: a number that does not exist exists nowhere, and a limit is not there to be gone around.
public struct MessageSenders: MessageSender {
  /// A sender, and what it is for.
  public struct Route: Sendable {
    /// What kind of contact.
    public enum Kind: Sendable {
      /// Phone numbers of these countries (ISO 3166-1 alpha-2); nil for all.
      case phones(in: Set<String>?)
      /// E-mail addresses.
      case emails
    }

    let kind: Kind
    let sender: any MessageSender
    /// How its gateway reports what became of messages; nil when it does not.
    public var receipts: ReceiptSource?

    /// Names a sender.
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

  /// Senders in the order in which they are tried.
  public init(_ routes: [Route]) { self.routes = routes }

  /// The gateways that report.
  public var receiptSources: [ReceiptSource] {
    routes.flatMap { [$0.receipts].compactMap(\.self) + $0.sender.receiptSources }
  }

  /// Sends a message by the first sender that takes it.
  ///
  /// - Throws: The last sender's failure; `blockedRegion` when no sender takes such a contact.
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

  /// Sends a notice by the first sender that sends notices there. One to a number of an unknown country goes by any sender
  /// for phones.
  ///
  /// - Throws: The last sender's failure.
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
  /// Whether nothing was sent, and the fault is the gateway's rather than the number's.
  var mayGoBetterElsewhere: Bool {
    switch self {
    case .noBalance, .templateRejected, .blockedRegion, .transient: true
    case .invalidContact, .limited, .unknownOutcome: false
    }
  }
}
