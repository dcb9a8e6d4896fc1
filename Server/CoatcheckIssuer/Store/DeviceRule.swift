// SPDX-License-Identifier: Apache-2.0
import CoatcheckFoundation

/// A device that waits, as a store keeps it.
package struct StoredDevice: Sendable, Equatable {
  package var record: DeviceRecord
  /// When it asked last.
  package var polledAt: StoredTime?

  package init(record: DeviceRecord, polledAt: StoredTime? = nil) {
    self.record = record
    self.polledAt = polledAt
  }
}

/// Decides what comes of a device's questions and a user's answer, inside the transaction of a store.
package enum DeviceRule {
  /// How much longer a device has to wait each time it asks too soon, in seconds.
  ///
  /// "the interval MUST be increased by 5 seconds for this and all subsequent requests".
  /// [RFC 8628 §3.5](https://www.rfc-editor.org/rfc/rfc8628#section-3.5)
  package static let step = 5
  /// The interval does not grow beyond this many seconds.
  package static let maximumInterval = 3_600

  /// Decides about a question. A changed device is to be stored.
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
      // A clock that was set back must not make callers wait until it has caught up.
      return (.pending(interval: record.interval), StoredDevice(record: record, polledAt: now))
    }
    let interval = min(record.interval + step, maximumInterval)
    return (
      .slowDown(interval: interval),
      StoredDevice(record: record.with(record.state, interval: interval), polledAt: now)
    )
  }

  /// Decides about a user's answer.
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
  /// Whether it has its tokens.
  package var isRedeemed: Bool {
    if case .redeemed = state { true } else { false }
  }

  /// The same device, further on.
  package func with(_ state: State, interval: Int) -> DeviceRecord {
    DeviceRecord(
      digest: digest, userCode: userCode, clientID: clientID, scopes: scopes, context: context,
      issuedAt: issuedAt, expiresAt: expiresAt, interval: interval, state: state)
  }
}
