// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol

/// The contact that a code is sent to, in the canonical form that is stored and compared.
struct Destination: Sendable {
  /// The number or the address.
  let contact: Contact
  /// ISO 3166-1 alpha-2 of a phone number.
  var country: String?
  /// Whether the application sends messages to this country.
  var isServed = true
}

extension TypedContact {
  /// The name of the parameter.
  var parameter: String {
    switch self {
    case .mobile: "mobile"
    case .email: "email"
    }
  }

  /// The method that a code to this contact verifies.
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
