// SPDX-License-Identifier: Apache-2.0
public import CoatcheckAccounts
import Synchronization

/// A sender for development and tests: it sends nothing and keeps the last 200 messages and notices.
public final class Outbox: MessageSender {
  private let kept = Mutex<[OutgoingMessage]>([])
  private let told = Mutex<[AccountNotice]>([])

  /// The maximum number of stored messages; the oldest are removed first.
  private static let maximumCount = 200

  /// Creates an empty outbox.
  public init() {}

  /// The kept messages, the oldest first.
  public var messages: [OutgoingMessage] { kept.withLock { $0 } }

  /// The kept notices, the oldest first.
  public var notices: [AccountNotice] { told.withLock { $0 } }

  /// Returns the newest message to a contact; nil when there is no such message.
  public func last(to contact: Contact) -> OutgoingMessage? {
    messages.last { $0.contact == contact }
  }

  /// Keeps a message, in place of the oldest when there are 200. It never fails.
  public func send(_ message: OutgoingMessage) async throws(SendingFailure) -> String {
    kept.withLock { kept in
      kept.append(message)
      if kept.count > Self.maximumCount { kept.removeFirst() }
    }
    return "outbox-" + message.id
  }

  /// Keeps a notice, in place of the oldest when there are 200. It never fails.
  public func tell(_ notice: AccountNotice) async throws(SendingFailure) -> String? {
    told.withLock { told in
      told.append(notice)
      if told.count > Self.maximumCount { told.removeFirst() }
    }
    return "outbox-" + notice.id
  }
}
