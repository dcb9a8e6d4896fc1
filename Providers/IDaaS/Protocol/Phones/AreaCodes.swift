// SPDX-License-Identifier: Apache-2.0

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

  /// The country of numbers that name none. Its name on the wire says "area code", so `86` is understood too.
  public var preferredDefinition: AreaCode? {
    definitions.first { $0.countryCode == preferred }
      ?? definitions.first { $0.areaCode == preferred }
  }

  /// The country of a number from this list.
  public func definition(of number: PhoneNumber) -> AreaCode? {
    definitions.first { $0.areaCode == number.areaCode && $0.takes(number) }
  }
}
