// SPDX-License-Identifier: Apache-2.0
import CoatcheckFoundation

/// A device authorization, as a store keeps it.
package struct StoredDevice: Sendable, Equatable {
  package var record: DeviceRecord
  /// The time of the last poll.
  package var polledAt: StoredTime?

  package init(record: DeviceRecord, polledAt: StoredTime? = nil) {
    self.record = record
    self.polledAt = polledAt
  }
}

/// Decides the outcome of a poll and of a user's decision, inside the transaction of a store.
package enum DeviceRule {
  /// The increase of the interval after each poll that comes too soon, in seconds.
  ///
  /// "the interval MUST be increased by 5 seconds for this and all subsequent requests".
  /// [RFC 8628 §3.5](https://www.rfc-editor.org/rfc/rfc8628#section-3.5)
  package static let step = 5
  /// The maximum interval, in seconds.
  package static let maximumInterval = 3_600

  /// Decides the outcome of a poll. The store must store `changed`, if it is not nil.
  package static func poll(
    _ stored: StoredDevice?, by clientID: String, at now: StoredTime
  ) -> (DevicePoll, changed: StoredDevice?) {
    guard let stored else { return (.unknown, nil) }
    let record = stored.record
    guard record.clientID.utf8.elementsEqual(clientID.utf8) else { return (.wrongClient, nil) }
    if case .redeemed(let family) = record.state { return (.redeemed(familyID: family), nil) }
    guard now < StoredTime(record.expiresAt) else { return (.expired, nil) }
    switch record.state {
    case .denied: return (.denied, nil)
    case .approved(let approval): return (.approved(record, approval), nil)
    case .pending, .redeemed: break
    }
    guard let last = stored.polledAt, now < last.advanced(by: Double(record.interval)), last <= now
    else {
      // `last <= now`: after the clock was set back, a device must not wait until the old time is reached.
      return (.pending(interval: record.interval), StoredDevice(record: record, polledAt: now))
    }
    let interval = min(record.interval + step, maximumInterval)
    return (
      .slowDown(interval: interval),
      StoredDevice(record: record.with(record.state, interval: interval), polledAt: now)
    )
  }

  /// Decides the outcome of a user's decision; `approval` is nil when the user denies.
  package static func decide(
    _ stored: StoredDevice?, _ approval: DeviceApproval?, at now: StoredTime
  ) -> (DeviceDecisionOutcome, changed: StoredDevice?) {
    guard var stored else { return (.unknown, nil) }
    guard now < StoredTime(stored.record.expiresAt) else { return (.expired, nil) }
    let answer = approval.map { DeviceRecord.State.approved($0) } ?? .denied
    switch (stored.record.state, answer) {
    case (.pending, _):
      stored.record = stored.record.with(answer, interval: stored.record.interval)
      return (.decided(stored.record), stored)
    case (.denied, .denied):
      return (.decided(stored.record), nil)
    case (.approved(let before), .approved(let now))
    where before.userID.utf8.elementsEqual(now.userID.utf8):
      return (.decided(stored.record), nil)
    default:
      return (.alreadyDecided, nil)
    }
  }
}

extension DeviceRecord {
  /// Whether the device code was redeemed.
  package var isRedeemed: Bool {
    if case .redeemed = state { true } else { false }
  }

  /// The same record with another state and interval.
  package func with(_ state: State, interval: Int) -> DeviceRecord {
    DeviceRecord(
      digest: digest, userCode: userCode, clientID: clientID, scopes: scopes, context: context,
      issuedAt: issuedAt, expiresAt: expiresAt, interval: interval, state: state)
  }
}
