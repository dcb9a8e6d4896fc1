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
  public var mobilePattern: String {
    didSet { pattern = NumberPattern(mobilePattern) }
  }
  /// Which suffixes the area code has; usually none. Where there are some, numbers begin with one.
  public var suffixes: [String]
  /// A number for the empty field.
  public var example: String?
  /// The pattern, read once; nil when it is not one that is taken: then lengths decide alone.
  private(set) var pattern: NumberPattern?

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
    pattern = NumberPattern(mobilePattern)
  }

  /// The country's name in a language, or in English, or its code.
  public func name(in language: String) -> String {
    names[language] ?? names["en"] ?? countryCode
  }
}
