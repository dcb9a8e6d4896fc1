// SPDX-License-Identifier: Apache-2.0

/// A country whose phone numbers are accepted.
public struct AreaCode: Sendable, Hashable {
  /// The digits of the country calling code: `86`.
  public var areaCode: String
  /// The country in ISO 3166-1 alpha-2: `CN`.
  public var countryCode: String
  /// The names of the country by language: `zh-CN`, `zh-TW`, `en`.
  public var names: [String: String]
  /// The server's regular expression for mobile numbers, as it was sent.
  public var mobilePattern: String {
    didSet { pattern = NumberPattern(mobilePattern) }
  }
  /// The prefixes of numbers after the calling code, one of which a number must have; usually empty.
  public var suffixes: [String]
  /// An example number, as the placeholder of an empty field; nil for none.
  public var example: String?
  /// The parsed pattern; nil when it is not supported: then only lengths are checked.
  private(set) var pattern: NumberPattern?

  /// Creates a country.
  ///
  /// - Parameters:
  ///   - areaCode: The digits of the country calling code: `86`.
  ///   - countryCode: The country in ISO 3166-1 alpha-2: `CN`.
  ///   - names: The names of the country by language: `zh-CN`, `zh-TW`, `en`.
  ///   - mobilePattern: The regular expression for mobile numbers. One that is not supported is ignored,
  ///     and only lengths are checked.
  ///   - suffixes: The prefixes of numbers after the calling code, one of which a number must have; empty
  ///     for any.
  ///   - example: An example number; nil for none.
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

  /// Returns the name of the country in a language; its English name or its code where there is no such
  /// name.
  ///
  /// - Parameter language: The language: `zh-CN`, `zh-TW` or `en`.
  public func name(in language: String) -> String {
    names[language] ?? names["en"] ?? countryCode
  }
}
