// SPDX-License-Identifier: Apache-2.0

/// The result of storing a user's decision about a device.
public enum DeviceDecisionOutcome: Sendable, Equatable {
  /// It was stored, or the same decision of the same user was stored already.
  case decided(DeviceRecord)
  /// Another decision was stored before. Nothing was changed.
  case alreadyDecided
  /// The code has expired. Nothing was changed.
  case expired
  /// There is no such code. Nothing was changed.
  case unknown
  /// The login session of the approval has ended. Nothing was changed.
  case signedOut
}

/// The result of one poll of a device.
///
/// [RFC 8628 §3.5](https://www.rfc-editor.org/rfc/rfc8628#section-3.5)
public enum DevicePoll: Sendable, Equatable {
  /// The user has not decided; poll again after `interval` seconds.
  case pending(interval: Int)
  /// It polled too soon, and the interval was increased to this number of seconds.
  case slowDown(interval: Int)
  /// The user approved: check everything else, then redeem.
  case approved(DeviceRecord, DeviceApproval)
  /// The user denied.
  case denied
  /// The code has expired.
  case expired
  /// It was redeemed before, which opened this family.
  case redeemed(familyID: String)
  /// There is no such code.
  case unknown
  /// It belongs to another client. Nothing was counted.
  case wrongClient
}
