// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol

/// Where a code goes, or was sent: in the one form that is stored and compared.
struct Destination: Sendable {
  /// The number or the address.
  let contact: Contact
  /// ISO 3166-1 alpha-2 of a phone number.
  var country: String?
  /// Whether messages go there at all.
  var isServed = true
}

extension TypedContact {
  /// What the parameter is called.
  var parameter: String {
    switch self {
    case .mobile: "mobile"
    case .email: "email"
    }
  }

  /// What is proved by a code that was sent there.
  var method: VerificationMethod {
    switch self {
    case .mobile: .phone
    case .email: .email
    }
  }
}

extension IDaaSServer {
  /// Reads a number or an address as it was typed.
  ///
  /// - Throws: `parameterFormat` naming `mobile` or `email`; `areaCodesUnreadable`.
  func destination(
    of typed: TypedContact, _ context: CallContext
  ) async throws -> Destination {
    switch typed {
    case .email(let text):
      return Destination(contact: .email(try EmailAddress.read(text)))
    case .mobile(let text):
      let codes = try await tenant.areaCodes()
      guard let number = codes.number(text) else {
        throw Refusal(.parameterFormat, "mobile", detail: .badFormat)
      }
      let country = codes.definitions.first { $0.areaCode == number.areaCode }
      let preferred = codes.definitions.first { $0.countryCode == codes.preferred }
      var destination = Destination(
        contact: .phone(number.e164), country: country?.countryCode)
      let application = context.application
      if !application.isInternational, number.areaCode != preferred?.areaCode {
        destination.isServed = false
      }
      if let regions = application.regions, !regions.contains(country?.countryCode ?? "") {
        destination.isServed = false
      }
      return destination
    }
  }
}
