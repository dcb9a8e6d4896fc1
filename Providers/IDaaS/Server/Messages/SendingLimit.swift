// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckServer
import Foundation

/// How often a code is sent: one of the rows that every sending has to pass.
struct SendingLimit: Sendable {
  /// What is limited; stands in the log.
  let name: String
  /// The key of its counter.
  let key: String
  let limit: Int
  /// In seconds.
  let window: TimeInterval
}

extension IDaaSServer {
  /// The rows, in order.
  ///
  /// The caller's budget comes before the recipient's: a caller that has used up its own share cannot use up
  /// another user's number. The budgets of all come last: what was refused before costs them nothing.
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
      // Pumping goes through a range of numbers, one after the other.
      limits.append(
        SendingLimit(
          name: "prefix", key: counter("send.prefix", String(number.dropLast(4))),
          limit: settings.sendsPerPrefix, window: hour))
    }
    // One application cannot spend what the others need.
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

  /// One code, then a while none.
  func resendLimit(for contact: Contact) -> SendingLimit {
    SendingLimit(
      name: "resend", key: counter("send.again", contact), limit: 1,
      window: max(1, settings.resendAfter))
  }

  /// Counts a sending in every row.
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
