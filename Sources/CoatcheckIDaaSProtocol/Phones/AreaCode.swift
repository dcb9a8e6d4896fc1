// SPDX-License-Identifier: Apache-2.0

/// A country whose phone numbers are taken.
public struct AreaCode: Sendable, Hashable {
  /// The country's digits: `86`.
  public var areaCode: String
  /// ISO 3166-1 alpha-2: `CN`.
  public var countryCode: String
  /// The country's name by language: `zh-CN`, `zh-TW`, `en`.
  public var names: [String: String]
  /// The server's pattern of its mobile numbers, as it was sent.
  public var mobilePattern: String
  /// Which suffixes the area code has; usually none.
  public var suffixes: [String]
  /// A number for the empty field.
  public var example: String?

  /// Describes a country.
  public init(
    areaCode: String, countryCode: String, names: [String: String], mobilePattern: String,
    suffixes: [String] = [], example: String? = nil
  ) {
    self.areaCode = areaCode
    self.countryCode = countryCode
    self.names = names
    self.mobilePattern = mobilePattern
    self.suffixes = suffixes
    self.example = example
  }
}

/// The countries whose phone numbers are taken, and the one for numbers without a country.
public struct AreaCodes: Sendable, Hashable {
  /// The countries, in the order to show them in.
  public var definitions: [AreaCode]
  /// The country (`CN`) of numbers that name none.
  public var preferred: String

  /// A list.
  public init(definitions: [AreaCode], preferred: String) {
    self.definitions = definitions
    self.preferred = preferred
  }
}
