// SPDX-License-Identifier: Apache-2.0

/// What became of a user's answer to a device.
public enum DeviceDecisionOutcome: Sendable, Equatable {
  /// It was kept, or the same answer of the same user was there already.
  case decided(DeviceRecord)
  /// Another answer was given before. Nothing was changed.
  case alreadyDecided
  /// The code has expired. Nothing was changed.
  case expired
  /// There is no such code. Nothing was changed.
  case unknown
}

/// What a device receives when it asks.
///
/// [RFC 8628 §3.5](https://www.rfc-editor.org/rfc/rfc8628#section-3.5)
public enum DevicePoll: Sendable, Equatable {
  /// The user has not answered; poll again after so many seconds.
  case pending(interval: Int)
  /// It asked too soon, and the interval has grown to so many seconds.
  case slowDown(interval: Int)
  /// The user approved: check everything else, then redeem.
  case approved(DeviceRecord, DeviceApproval)
  /// The user denied.
  case denied
  /// The code has expired.
  case expired
  /// It was redeemed before.
  case redeemed(familyID: String)
  /// There is no such code.
  case unknown
  /// It belongs to another client. Nothing was counted.
  case wrongClient
}
