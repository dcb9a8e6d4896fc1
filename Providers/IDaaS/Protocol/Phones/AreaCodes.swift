// SPDX-License-Identifier: Apache-2.0

/// The countries whose phone numbers are accepted, and the preferred one for numbers without a calling
/// code.
public struct AreaCodes: Sendable, Hashable {
  /// The countries, in the order in which they are shown.
  public var definitions: [AreaCode]
  /// The preferred country in ISO 3166-1 alpha-2: `CN`.
  public var preferred: String

  /// Creates a list.
  ///
  /// - Parameters:
  ///   - definitions: The countries, in the order in which they are shown.
  ///   - preferred: The preferred country in ISO 3166-1 alpha-2: `CN`.
  public init(definitions: [AreaCode], preferred: String) {
    self.definitions = definitions
    self.preferred = preferred
  }

  /// The preferred country; nil when it is not in the list. The vendor calls this value an area code, so
  /// `86` is accepted as well.
  public var preferredDefinition: AreaCode? {
    definitions.first { $0.countryCode == preferred }
      ?? definitions.first { $0.areaCode == preferred }
  }

  /// Returns the country of a number from this list; nil when the number is not valid in any of them.
  public func definition(of number: PhoneNumber) -> AreaCode? {
    definitions.first { $0.areaCode == number.areaCode && $0.takes(number) }
  }
}
