// SPDX-License-Identifier: Apache-2.0

/// The authorization response, which the server sends to the client through the user agent.
///
/// [RFC 6749 §4.1.2](https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2).
public enum AuthorizationResponse: Sendable {
  /// A successful response with an authorization code.
  case code(Secret)
  /// An error response. Of an error that is not `refused`, the client gets only `server_error` or
  /// `temporarily_unavailable`.
  ///
  /// [RFC 6749 §4.1.2.1](https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2.1).
  case refusal(OAuthError)

  /// The value of the `Location` field: the redirect URI with the response in its query.
  ///
  /// All values in it are percent-encoded, so that none can end the field.
  ///
  /// - Parameters:
  ///   - redirectURI: The redirect URI, already compared with the registered ones.
  ///   - state: The request's `state`, unchanged; nil when it has none.
  ///   - issuer: The issuer that responds; every response names it as `iss`
  ///     ([RFC 9207 §2](https://www.rfc-editor.org/rfc/rfc9207#section-2)).
  public func redirect(to redirectURI: String, state: String?, issuer: Issuer) -> String {
    Self.joined(redirectURI, parameters(state: state, issuer: issuer))
  }

  static func joined(_ redirectURI: String, _ parameters: Parameters) -> String {
    let separator = redirectURI.contains("?") ? (redirectURI.hasSuffix("?") ? "" : "&") : "?"
    return redirectURI + separator + parameters.encoded
  }

  /// The response as parameters.
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
