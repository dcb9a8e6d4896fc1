// SPDX-License-Identifier: Apache-2.0
public import CoatcheckAccounts
import Synchronization

/// Sends nothing and shows what it would have sent: for development and tests.
public final class Outbox: MessageSender {
  private let kept = Mutex<[OutgoingMessage]>([])
  private let told = Mutex<[AccountNotice]>([])

  /// How many messages are kept; the oldest go first.
  private static let maximumCount = 200

  /// An empty outbox.
  public init() {}

  /// The messages, oldest first.
  public var messages: [OutgoingMessage] { kept.withLock { $0 } }

  /// The notices, oldest first.
  public var notices: [AccountNotice] { told.withLock { $0 } }

  /// The newest message for a user.
  public func last(to contact: Contact) -> OutgoingMessage? {
    messages.last { $0.contact == contact }
  }

  /// Keeps a message. It never fails.
  public func send(_ message: OutgoingMessage) async throws(SendingFailure) -> String {
    kept.withLock { kept in
      kept.append(message)
      if kept.count > Self.maximumCount { kept.removeFirst() }
    }
    return "outbox-" + message.id
  }

  /// Keeps a notice. It never fails.
  public func tell(_ notice: AccountNotice) async throws(SendingFailure) -> String? {
    told.withLock { told in
      told.append(notice)
      if told.count > Self.maximumCount { told.removeFirst() }
    }
    return "outbox-" + notice.id
  }
}
