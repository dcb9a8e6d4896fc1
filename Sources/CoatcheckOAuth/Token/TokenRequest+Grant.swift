// SPDX-License-Identifier: Apache-2.0

extension TokenRequest.Grant {
  /// Reads the grant of a token request.
  init(form: Parameters) throws(OAuthError) {
    switch form["grant_type"] {
    case "authorization_code":
      // RFC 7636 §4.1 defines the grammar of the verifier, so that a malformed one is an `invalid_request`
      // and not an `invalid_grant`.
      if let verifier = form["code_verifier"], !PKCE.isWellFormed(verifier) {
        throw .refused(
          .invalidRequest, "The code verifier is not 43 to 128 unreserved characters.",
          parameter: "code_verifier")
      }
      self = .authorizationCode(
        code: try Self.secret("code", in: form), redirectURI: form["redirect_uri"],
        verifier: form["code_verifier"].map(Secret.init))
    case "refresh_token":
      self = .refreshToken(
        try Self.secret("refresh_token", in: form), scopes: try Self.scopes(in: form))
    case "client_credentials":
      self = .clientCredentials(scopes: try Self.scopes(in: form))
    case DeviceTokenExchange.grantType:
      self = .deviceCode(try Self.secret("device_code", in: form))
    case TokenExchangeGrant.type:
      self = .tokenExchange(
        try TokenExchangeGrant(form: form), scopes: try Self.scopes(in: form))
    case JWTBearerAssertion.grantType:
      self = .jwtBearer(
        assertion: try Self.secret("assertion", in: form), scopes: try Self.scopes(in: form))
    case BackchannelTokenExchange.grantType:
      self = .ciba(authReqID: try Self.secret("auth_req_id", in: form))
    case nil:
      throw .refused(.invalidRequest, "The grant type is missing.", parameter: "grant_type")
    default:
      throw .refused(
        .unsupportedGrantType, "This grant type is not supported.", parameter: "grant_type")
    }
  }

  private static func secret(_ name: String, in form: Parameters) throws(OAuthError) -> Secret {
    guard let text = form[name] else {
      throw .refused(.invalidRequest, "A required parameter is missing.", parameter: name)
    }
    // A code or token consists of 1*VSCHAR (RFC 6749 appendix A), so that any other text is unknown.
    guard text.isVSCHAR else {
      throw .refused(.invalidGrant, "The grant holds forbidden characters.", parameter: name)
    }
    return Secret(text)
  }

  static func scopes(in form: Parameters) throws(OAuthError) -> [Scope]? {
    guard let scopes = form["scope"].map({ Scope.list($0) }) else { return nil }
    guard scopes.allSatisfy(\.isValid) else {
      throw .refused(.invalidScope, "A scope holds forbidden characters.", parameter: "scope")
    }
    return scopes.isEmpty ? nil : scopes
  }
}
