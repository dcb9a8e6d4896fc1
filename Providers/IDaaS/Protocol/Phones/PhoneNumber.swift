// SPDX-License-Identifier: Apache-2.0

/// A validated phone number.
public struct PhoneNumber: Sendable, Hashable {
  /// The digits of the country calling code: `86`.
  public let areaCode: String
  /// The digits after the calling code: `13800000000`.
  public let national: String

  /// A number of which both parts are ASCII digits.
  package init(areaCode: String, national: String) {
    self.areaCode = areaCode
    self.national = national
  }

  /// The number in E.164 form, in which it is stored: `+8613800000000`.
  public var e164: String { "+" + areaCode + national }
  /// The number with a hyphen after the calling code, as the interface and ID tokens carry it:
  /// `+86-13800000000`.
  public var hyphenated: String { "+" + areaCode + "-" + national }

  /// The number for pages and logs: `+86-138****3636`. There are always four asterisks, however many
  /// digits they hide.
  public var masked: String {
    let length = national.utf8.count
    let (first, last) = length >= 11 ? (3, 4) : length >= 8 ? (2, 2) : (0, 2)
    return "+\(areaCode)-\(national.prefix(first))****\(national.suffix(last))"
  }
}
