// SPDX-License-Identifier: Apache-2.0

/// Reads and validates single parameters of an authorization request.
extension AuthorizationRequest {
  static func refuseRequestObjects(_ parameters: Parameters) throws(OAuthError) {
    // OIDC Core §6.1 and §6.2: the codes for a server that does not support the parameters.
    if parameters["request"] != nil {
      throw .refused(
        .requestNotSupported, "Request objects are not supported.", parameter: "request")
    }
    if parameters["request_uri"] != nil {
      throw .refused(
        .requestURINotSupported, "Request objects are not fetched.", parameter: "request_uri")
    }
  }

  static func responseType(in parameters: Parameters) throws(OAuthError) -> String {
    guard let type = parameters["response_type"] else {
      throw .refused(.invalidRequest, "The response type is missing.", parameter: "response_type")
    }
    guard type == "code" else {
      throw .refused(
        .unsupportedResponseType, "The only response type is code.", parameter: "response_type")
    }
    return type
  }

  /// The requested response mode; `query` when the request has none. An unsupported mode is refused and not
  /// ignored.
  static func responseMode(
    in parameters: Parameters, accepting modes: Set<ResponseMode>
  ) throws(OAuthError) -> ResponseMode {
    guard let text = parameters["response_mode"] else { return .query }
    guard let mode = ResponseMode(rawValue: text), modes.contains(mode) else {
      throw .refused(
        .invalidRequest, "The response mode is not supported.", parameter: "response_mode")
    }
    return mode
  }

  static func scopes(in parameters: Parameters) throws(OAuthError) -> [Scope] {
    let text = parameters["scope"] ?? ""
    let scopes = Scope.list(text)
    guard text.utf8.count <= 4096, scopes.count <= 100, scopes.allSatisfy(\.isValid) else {
      throw .refused(
        .invalidScope, "The scopes are too many or hold forbidden characters.", parameter: "scope")
    }
    return scopes
  }

  static func challenge(
    in parameters: Parameters
  ) throws(OAuthError) -> (challenge: String?, method: String?) {
    let method = parameters["code_challenge_method"]
    guard let challenge = parameters["code_challenge"] else {
      guard method == nil else {
        throw .refused(
          .invalidRequest, "There is a challenge method without a challenge.",
          parameter: "code_challenge")
      }
      return (nil, nil)
    }
    // RFC 7636 §4.3: the method "defaults to "plain" if not present in the request", and `plain` is
    // refused.
    guard method == PKCE.method else {
      throw .refused(
        .invalidRequest, "The only challenge method is S256.", parameter: "code_challenge_method")
    }
    guard PKCE.isChallenge(challenge) else {
      throw .refused(
        .invalidRequest, "The challenge is not the base64url of a SHA-256 hash.",
        parameter: "code_challenge")
    }
    return (challenge, method)
  }

  /// RFC 9449 §10: "dpop_jkt" is "the JWK Thumbprint […] using the SHA-256 hash function".
  static func thumbprint(in parameters: Parameters) throws(OAuthError) -> String? {
    guard let text = parameters["dpop_jkt"] else { return nil }
    guard PKCE.isChallenge(text) else {
      throw .refused(
        .invalidRequest, "The key's thumbprint is not the base64url of a SHA-256 hash.",
        parameter: "dpop_jkt")
    }
    return text
  }

  static func prompt(in parameters: Parameters) throws(OAuthError) -> [String] {
    let words = words(parameters["prompt"])
    guard words.allSatisfy(["none", "login", "consent", "select_account"].contains) else {
      throw .refused(.invalidRequest, "A prompt value is unknown.", parameter: "prompt")
    }
    // "If this parameter contains none with any other value, an error is returned."
    guard !words.contains("none") || words.count == 1 else {
      throw .refused(.invalidRequest, "prompt=none stands alone.", parameter: "prompt")
    }
    return words
  }

  static func maxAge(in parameters: Parameters) throws(OAuthError) -> Int? {
    guard let text = parameters["max_age"] else { return nil }
    guard text.utf8.count <= 10, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let seconds = Int(text)
    else {
      throw .refused(.invalidRequest, "max_age is not a number of seconds.", parameter: "max_age")
    }
    return seconds
  }

  static func words(_ text: String?) -> [String] {
    (text ?? "").split(separator: " ").map(String.init)
  }
}
