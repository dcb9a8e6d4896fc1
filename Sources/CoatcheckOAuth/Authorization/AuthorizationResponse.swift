// SPDX-License-Identifier: Apache-2.0

/// The server's answer to an authorization request, to be sent back through the browser.
///
/// [RFC 6749 §4.1.2](https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2).
public enum AuthorizationResponse: Sendable {
  /// Yes: a code.
  case code(Secret)
  /// No.
  case refusal(OAuthError)

  /// The value of the `Location` field.
  ///
  /// Everything in it is percent-encoded, so that no value can end the field.
  ///
  /// - Parameters:
  ///   - redirectURI: The redirect URI, already compared with the registered ones.
  ///   - state: The request's state, unchanged.
  ///   - issuer: Who answers; it goes into every answer.
  public func redirect(to redirectURI: String, state: String?, issuer: Issuer) -> String {
    Self.joined(redirectURI, parameters(state: state, issuer: issuer))
  }

  static func joined(_ redirectURI: String, _ parameters: Parameters) -> String {
    let separator = redirectURI.contains("?") ? (redirectURI.hasSuffix("?") ? "" : "&") : "?"
    return redirectURI + separator + parameters.encoded
  }

  /// The answer as parameters.
  func parameters(state: String?, issuer: Issuer) -> Parameters {
    var parameters = Parameters()
    switch self {
    case .code(let code):
      parameters["code"] = code.reveal()
    case .refusal(let error):
      let wire = ErrorResponse(error)
      parameters["error"] = wire.code
      parameters["error_description"] = wire.description
      parameters["error_uri"] = wire.uri
    }
    // "REQUIRED if a "state" parameter was present in the client authorization request. The exact
    // value received from the client."
    parameters["state"] = state
    // RFC 9207 §2: "an authorization server […] MUST indicate its identity by including the iss
    // parameter in the response", error responses included.
    parameters["iss"] = issuer.text
    return parameters
  }
}
