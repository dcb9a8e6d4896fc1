// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckServer
import Foundation

/// One of the limits that each message has to pass.
struct SendingLimit: Sendable {
  /// The name of the limit in the log.
  let name: String
  /// The key of its counter.
  let key: String
  let limit: Int
  /// The window, in seconds.
  let window: TimeInterval
}

extension IDaaSServer {
  /// The limits, in the order in which they are counted.
  ///
  /// The limits of the client come before those of the recipient, so that a client at its own limit
  /// cannot use up the limit of a number. The limits that all share come last: what was refused before
  /// does not count there.
  func sendingLimits(for contact: Contact, _ context: CallContext) -> [SendingLimit] {
    let hour: TimeInterval = 3_600
    var limits = [
      SendingLimit(
        name: "device",
        key: counter("send.device", context.application.id, context.caller.device),
        limit: settings.sendsPerDevice, window: hour),
      SendingLimit(
        name: "source", key: counter("send.source", context.source.key),
        limit: settings.sendsPerSource, window: hour),
      resendLimit(for: contact),
      SendingLimit(
        name: "hour", key: counter("send.hour", contact), limit: settings.sendsPerHour,
        window: hour),
      SendingLimit(
        name: "day", key: counter("send.day", contact), limit: settings.sendsPerDay,
        window: 24 * hour),
    ]
    if case .phone(let number) = contact {
      // SMS pumping uses consecutive numbers of one range.
      limits.append(
        SendingLimit(
          name: "prefix", key: counter("send.prefix", String(number.dropLast(4))),
          limit: settings.sendsPerPrefix, window: hour))
    }
    // One application cannot use up the limit of all.
    limits.append(
      SendingLimit(
        name: "application", key: counter("send.application", context.application.id),
        limit: context.application.messagesPerHour ?? settings.sendsPerApplication,
        window: hour))
    limits.append(
      SendingLimit(
        name: "altogether", key: counter("send.altogether"), limit: settings.sendsAltogether,
        window: hour))
    return limits
  }

  /// The limit of one code, and then a wait.
  func resendLimit(for contact: Contact) -> SendingLimit {
    SendingLimit(
      name: "resend", key: counter("send.again", contact), limit: 1,
      window: max(1, settings.resendAfter))
  }

  /// Counts a message for each limit.
  ///
  /// - Throws: `sendingFailed` with `rate_limited` and the seconds to wait.
  func countSending(to contact: Contact, _ context: CallContext) async throws {
    for row in sendingLimits(for: contact, context) {
      let attempt = try await store.attempt(
        row.key, limit: row.limit, window: row.window, at: context.now)
      guard case .exhausted(let until) = attempt else { continue }
      audit(.messageThrottled, context, ["contact": contact.masked, "limit": row.name])
      throw Refusal(
        .sendingFailed, detail: .rateLimited,
        retryAfter: Refusal.seconds(until: until, at: context.now))
    }
  }
}
