// SPDX-License-Identifier: Apache-2.0

/// A phone number, in the two forms it travels in.
public struct PhoneNumber: Sendable, Hashable {
  /// The country's digits: `86`.
  public let areaCode: String
  /// The digits after them: `13800000000`.
  public let national: String

  /// A number of which both parts are ASCII digits.
  package init(areaCode: String, national: String) {
    self.areaCode = areaCode
    self.national = national
  }

  /// `+8613800000000`: E.164, what is stored.
  public var e164: String { "+" + areaCode + national }
  /// `+86-13800000000`: what the interface and ID tokens carry.
  public var hyphenated: String { "+" + areaCode + "-" + national }

  /// `+86-138****3636`: for pages and logs. There are four asterisks, however many digits they
  /// hide; they hide four at least.
  public var masked: String {
    let length = national.utf8.count
    let (first, last) = length >= 11 ? (3, 4) : length >= 8 ? (2, 2) : (0, 2)
    return "+\(areaCode)-\(national.prefix(first))****\(national.suffix(last))"
  }
}
