// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// The error of an ID token that is not accepted, with its number in the service's documentation.
public struct IDTokenRefusal: Error, Sendable {
  /// The reason, by its number in the service's documentation.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// There is no token, or no tenant and client id to check it with.
    case input = "1"
    /// The tenant's keys are unavailable or empty.
    case keysMissing = "102"
    /// It is not authentic, or is not a token of this tenant that counts now.
    case invalid = "103"
    /// It is authentic and expired.
    case expired = "106"
    /// It is valid and for another application.
    case otherClient = "107"
  }

  /// The reason.
  public let code: Code
  /// The reason as an `OAuthError` with a sentence. It contains no part of the token.
  public let error: OAuthError

  init(_ code: Code, _ error: OAuthError) {
    self.code = code
    self.error = error
  }

  init(_ code: Code, _ reason: String, claim: String? = nil) {
    self.init(code, .unreadable(.idTokenInvalid, reason, parameter: claim))
  }
}
