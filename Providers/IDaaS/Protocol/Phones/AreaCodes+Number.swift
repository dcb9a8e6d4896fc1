// SPDX-License-Identifier: Apache-2.0

/// The recognition of phone numbers by the countries of a list.
extension AreaCodes {
  /// Reads a phone number in the form in which a user enters it.
  ///
  /// All ways to write a number are read as one: `+86-13800000000`, `+86 138 0000 0000`,
  /// `008613800000000`, and for the preferred country `13800000000` and `013800000000`.
  ///
  /// The server's pattern is matched with the whole number in canonical form, never with what the user
  /// entered. A pattern that is not supported is ignored, and only lengths are checked.
  ///
  /// - Parameter typed: The text that the user entered. Spaces and common separators are ignored.
  /// - Returns: Nil when it is not a mobile number of one of these countries.
  public func number(_ typed: String) -> PhoneNumber? {
    guard let text = PhoneText(typed) else { return nil }
    guard text.isInternational else {
      return preferredDefinition?.number(text.digits)
    }
    // The longest area code first: a list may hold `1` and `1242`.
    let candidates = definitions.filter { definition in
      if let area = text.areaCode { return definition.areaCode == area }
      return text.digits.hasPrefix(definition.areaCode)
    }.sorted { $0.areaCode.utf8.count > $1.areaCode.utf8.count }
    for candidate in candidates {
      let national =
        text.areaCode == nil
        ? String(text.digits.dropFirst(candidate.areaCode.utf8.count)) : text.national
      if let number = candidate.number(national) { return number }
    }
    return nil
  }
}

extension AreaCode {
  /// How many digits mobile numbers have, without the area code, in the countries of the document: their
  /// patterns take one more or less, and a message there costs money and reaches no phone.
  private static let lengths: [String: ClosedRange<Int>] = [
    "CN": 11...11, "HK": 8...8, "TW": 9...9, "MO": 8...8, "AF": 9...9,
  ]

  /// The number with these digits after the area code; nil when it is not valid.
  func number(_ digits: String) -> PhoneNumber? {
    // The zero before a number is dialled within the country only: E.164 has none, and with it one user
    // would have two numbers.
    let national = digits.hasPrefix("0") ? String(digits.dropFirst()) : digits
    let number = PhoneNumber(areaCode: areaCode, national: national)
    return takes(number) ? number : nil
  }

  /// Whether a number is one of the country's mobile numbers.
  func takes(_ number: PhoneNumber) -> Bool {
    let length = number.national.utf8.count
    // E.164: at most 15 digits altogether.
    guard length + areaCode.utf8.count <= 15, !number.national.hasPrefix("0"),
      (Self.lengths[countryCode] ?? 4...14).contains(length),
      suffixes.isEmpty || suffixes.contains(where: { number.national.hasPrefix($0) })
    else { return false }
    guard let pattern else { return true }
    // Patterns of some servers match the number without its hyphen, or without its area code.
    return pattern.matches(number.hyphenated) || pattern.matches(number.e164)
      || pattern.matches(number.national)
  }
}
