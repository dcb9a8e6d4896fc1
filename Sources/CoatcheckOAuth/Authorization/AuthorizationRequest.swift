// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckFoundation

/// The request an app opens a browser with, and a server reads from it: one value for both.
///
/// [RFC 6749 §4.1.1](https://www.rfc-editor.org/rfc/rfc6749#section-4.1.1),
/// [OIDC Core §3.1.2.1](https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest).
public struct AuthorizationRequest: Sendable {
  /// What is asked for; `code` is all there is here.
  public var responseType = "code"
  /// Who asks.
  public var clientID: String
  /// Where the answer goes, byte for byte as registered.
  public var redirectURI: String?
  /// What the token shall be good for.
  public var scopes: [Scope]
  /// What comes back unchanged, so that the client knows its own request again.
  public var state: String?
  /// What comes back in the ID token.
  public var nonce: String?
  /// The PKCE challenge.
  public var codeChallenge: String?
  /// The method of the challenge; `S256` is all there is here.
  public var codeChallengeMethod: String?
  /// What the server prompts the user for.
  public var prompt: [String] = []
  /// The maximum age of the user's last sign-in, in seconds.
  public var maxAge: Int?
  /// Who is likely to sign in.
  public var loginHint: String?
  /// An ID token of the expected user.
  public var idTokenHint: Secret?
  /// The classes of authentication wished for, best first.
  public var acrValues: [String] = []
  /// The languages of the user, best first.
  public var uiLocales: [String] = []
  /// The APIs the tokens shall be good for.
  public var resources: [String] = []
  /// What is asked for in more detail than scopes can.
  public var details: [AuthorizationDetail] = []
  /// The claims that are asked for one by one.
  public var claims = ClaimsRequest()
  /// The thumbprint of the key that the code shall be bound to.
  public var dpopThumbprint: String?
  /// How the answer shall come back.
  public var responseMode: ResponseMode = .query
  /// Parameters with no meaning here.
  public var extra: Parameters = [:]
  /// All of it, signed: then nothing else is sent but the client's id.
  public var requestObject: Secret?
  /// Whether what OpenID Connect wants outside of the request object is there as well.
  var hasOpenDuplicates = false
  /// What stands between the scopes.
  var scopeForm = ScopeForm.spaces

  /// A request for a code.
  public init(clientID: String, redirectURI: String?, scopes: [Scope] = []) {
    self.clientID = clientID
    self.redirectURI = redirectURI
    self.scopes = scopes
  }

  /// The parameters with a meaning of their own.
  static let reserved: Set<String> = [
    "response_type", "client_id", "redirect_uri", "scope", "state", "nonce", "code_challenge",
    "code_challenge_method", "prompt", "max_age", "login_hint", "id_token_hint", "acr_values",
    "ui_locales", "response_mode", "request", "request_uri", "client_secret",
    "resource", AuthorizationDetail.parameter, ClaimsRequest.parameter, "dpop_jkt",
  ]

  /// The parameters that may be given more than once.
  static let repeatable: Set<String> = ["resource"]

  /// The request as parameters, as they are sent.
  public var parameters: Parameters {
    guard let requestObject else { return openParameters }
    // RFC 9101 §5: the request has "request" and "client_id"; what else there is would be ignored.
    var parameters: Parameters = ["client_id": clientID, "request": requestObject.reveal()]
    // FAPI 1.0 Advanced §5.2.3: "shall additionally send duplicates of the response_type, client_id, and scope
    // parameters/values using the OAuth 2.0 request syntax".
    if hasOpenDuplicates {
      parameters["response_type"] = responseType
      parameters["scope"] = scopeForm.text(scopes)
    }
    return parameters
  }

  /// The request as unsigned parameters.
  var openParameters: Parameters {
    var parameters: Parameters = ["response_type": responseType, "client_id": clientID]
    parameters["redirect_uri"] = redirectURI
    parameters["scope"] = scopeForm.text(scopes)
    parameters["state"] = state
    parameters["nonce"] = nonce
    parameters["code_challenge"] = codeChallenge
    parameters["code_challenge_method"] = codeChallengeMethod
    parameters["prompt"] = prompt.joined(separator: " ")
    parameters["max_age"] = maxAge.map(String.init)
    parameters["login_hint"] = loginHint
    parameters["id_token_hint"] = idTokenHint?.reveal()
    parameters["acr_values"] = acrValues.joined(separator: " ")
    parameters["ui_locales"] = uiLocales.joined(separator: " ")
    parameters.append(resources, to: "resource")
    parameters[AuthorizationDetail.parameter] = AuthorizationDetail.text(details)
    parameters[ClaimsRequest.parameter] = claims.json.map {
      String(decoding: $0.serialized(), as: UTF8.self)
    }
    parameters["dpop_jkt"] = dpopThumbprint
    parameters["response_mode"] = responseMode == .query ? nil : responseMode.rawValue
    for (name, value) in extra.pairs where !Self.reserved.contains(name) {
      parameters[name] = value
    }
    return parameters
  }

  /// How a space is written in an address.
  package enum Spaces {
    /// `+`, by the rules of forms.
    case plus
    /// `%20`, which is understood everywhere.
    case percent
  }

  /// The address to open in a browser.
  ///
  /// - Throws: `misused` naming the parameter, when the endpoint's own query has one of the
  ///   request's.
  public func url(at endpoint: Endpoint) throws(OAuthError) -> URL {
    try url(at: endpoint, spaces: .plus)
  }

  /// The same, with spaces as the endpoint understands them.
  package func url(at endpoint: Endpoint, spaces: Spaces) throws(OAuthError) -> URL {
    try Self.url(of: parameters, at: endpoint, spaces: spaces)
  }

  static func url(
    of parameters: Parameters, at endpoint: Endpoint, spaces: Spaces
  ) throws(OAuthError) -> URL {
    // RFC 6749 §3.1: "The endpoint URI MAY include [a] query component, which MUST be retained when
    // adding additional query parameters."
    let own = endpoint.query ?? ""
    for name in try Parameters(decoding: own).names where parameters[name] != nil {
      throw .misused(
        name, "The authorization endpoint's own query sets a parameter of the request.")
    }
    let separator = endpoint.query == nil ? "?" : own.isEmpty || own.hasSuffix("&") ? "" : "&"
    let text = spaces == .plus ? parameters.encoded : parameters.percentEncoded
    guard let url = URL(string: endpoint.text + separator + text) else {
      throw .misused("endpoint", "The authorization endpoint and the request do not make a URL.")
    }
    return url
  }
}

extension AuthorizationRequest: CustomStringConvertible, CustomReflectable {
  /// Client and scopes.
  public var description: String { "AuthorizationRequest(\(clientID), \(Scope.text(scopes)))" }
  /// Client and scopes: the state and the nonce stay out of dumps.
  public var customMirror: Mirror {
    Mirror(self, children: ["clientID": clientID, "scopes": Scope.text(scopes)])
  }
}
