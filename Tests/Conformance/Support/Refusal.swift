// SPDX-License-Identifier: Apache-2.0
import TestKit

/// One row of a table: the client must refuse a fault of the provider with this error.
///
/// A row of a conformance module is named by the module's id, which `scripts/coverage` reads.
struct Refusal: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let fault: Fault
  let code: OAuthError.Code
  /// The parameter or claim that the error names.
  let parameter: String?
  /// How many requests the token endpoint receives.
  let tokenRequests: Int

  init(
    _ module: String, _ fault: Fault, _ code: OAuthError.Code, _ parameter: String? = nil,
    tokenRequests: Int = 1
  ) {
    testDescription = module
    self.fault = fault
    self.code = code
    self.parameter = parameter
    self.tokenRequests = tokenRequests
  }

  /// A row that is not a module of a conformance suite, named by its fault.
  init(
    _ fault: Fault, _ code: OAuthError.Code, _ parameter: String? = nil, tokenRequests: Int = 1
  ) {
    self.init(fault.name, fault, code, parameter, tokenRequests: tokenRequests)
  }
}
