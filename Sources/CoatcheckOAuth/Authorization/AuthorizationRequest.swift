// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckFoundation

/// The authorization request: a client opens a browser with it, and an authorization server reads it.
///
/// [RFC 6749 §4.1.1](https://www.rfc-editor.org/rfc/rfc6749#section-4.1.1),
/// [OIDC Core §3.1.2.1](https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest).
public struct AuthorizationRequest: Sendable {
  /// `response_type`: `code`, unless a legacy transaction sets another one.
  public var responseType = "code"
  /// `client_id`: the client that sends the request.
  public var clientID: String
  /// `redirect_uri`: where the authorization response is sent, byte for byte as registered. Nil sends none,
  /// and the server takes the only registered one.
  public var redirectURI: String?
  /// `scope`: the requested scopes.
  public var scopes: [Scope]
  /// `state`: a value that the response returns unchanged, by which the client recognizes its own request.
  public var state: String?
  /// `nonce`: a value that the ID token returns, which binds it to this request.
  public var nonce: String?
  /// `code_challenge`: the PKCE code challenge, in base64url without padding
  /// ([RFC 7636 §4.3](https://www.rfc-editor.org/rfc/rfc7636#section-4.3)).
  public var codeChallenge: String?
  /// `code_challenge_method`: `S256` or nil; `plain` is not supported.
  public var codeChallengeMethod: String?
  /// `prompt`: what the authorization server prompts the user for: `login`, `consent` and `select_account`,
  /// or `none` alone.
  public var prompt: [String] = []
  /// `max_age`: the maximum age of the user's last sign-in, in seconds.
  public var maxAge: Int?
  /// `login_hint`: the user who is likely to sign in.
  public var loginHint: String?
  /// `id_token_hint`: an ID token of the expected user. On a server it is not verified yet.
  public var idTokenHint: Secret?
  /// `acr_values`: the requested authentication context classes, in order of preference.
  public var acrValues: [String] = []
  /// `ui_locales`: the preferred languages of the user, as language tags, in order of preference.
  public var uiLocales: [String] = []
  /// `resource`: the resource servers that the tokens are requested for, as absolute URIs
  /// ([RFC 8707 §2](https://www.rfc-editor.org/rfc/rfc8707#section-2)).
  public var resources: [String] = []
  /// `authorization_details`: permissions in more detail than scopes can express.
  public var details: [AuthorizationDetail] = []
  /// `claims`: the claims that are requested individually.
  public var claims = ClaimsRequest()
  /// `dpop_jkt`: the thumbprint of the DPoP key that the code is bound to, in base64url without padding
  /// ([RFC 9449 §10](https://www.rfc-editor.org/rfc/rfc9449#section-10)).
  public var dpopThumbprint: String?
  /// `response_mode`: how the authorization response is returned. The default, ``ResponseMode/query``, is
  /// not sent.
  public var responseMode: ResponseMode = .query
  /// All other parameters. One whose name the protocol defines is not sent.
  public var extra: Parameters = [:]
  /// `request`: the request object, which has all parameters signed. With it, the request consists of this
  /// and the `client_id`.
  public var requestObject: Secret?
  /// Whether `response_type` and `scope` are sent outside of the request object as well, as OpenID Connect
  /// requires.
  var hasOpenDuplicates = false
  /// The separator between scopes.
  var scopeForm = ScopeForm.spaces

  /// Creates a request for an authorization code.
  ///
  /// - Parameters:
  ///   - clientID: The `client_id`.
  ///   - redirectURI: The redirect URI, as registered; nil sends none.
  ///   - scopes: The requested scopes; empty sends none.
  public init(clientID: String, redirectURI: String?, scopes: [Scope] = []) {
    self.clientID = clientID
    self.redirectURI = redirectURI
    self.scopes = scopes
  }

  /// The parameters that the protocol defines. They cannot be set as additional parameters.
  static let reserved: Set<String> = [
    "response_type", "client_id", "redirect_uri", "scope", "state", "nonce", "code_challenge",
    "code_challenge_method", "prompt", "max_age", "login_hint", "id_token_hint", "acr_values",
    "ui_locales", "response_mode", "request", "request_uri", "client_secret",
    "resource", AuthorizationDetail.parameter, ClaimsRequest.parameter, "dpop_jkt",
  ]

  /// The parameters that may be given more than once.
  static let repeatable: Set<String> = ["resource"]

  /// The parameters as they are sent: with a ``requestObject`` only that and the `client_id`, for FAPI 1.0
  /// also the response type and the scopes.
  public var parameters: Parameters {
    guard let requestObject else { return openParameters }
    // RFC 9101 §5: the request has "request" and "client_id"; the server ignores all other parameters.
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

  /// How a space in a value is encoded in the URL.
  package enum Spaces {
    /// `+`, as in a form.
    case plus
    /// `%20`, which every server understands.
    case percent
  }

  /// The URL to open in a browser: the authorization endpoint with the parameters in its query.
  ///
  /// - Parameter endpoint: The authorization endpoint. Its own query is kept.
  /// - Throws: `misused`: naming the parameter, when the endpoint's own query has one of the request's;
  ///   naming `endpoint`, when that query repeats a parameter or is not well encoded.
  public func url(at endpoint: Endpoint) throws(OAuthError) -> URL {
    try url(at: endpoint, spaces: .plus)
  }

  /// The authorization URL, with spaces encoded as the endpoint expects them.
  package func url(at endpoint: Endpoint, spaces: Spaces) throws(OAuthError) -> URL {
    try Self.url(of: parameters, at: endpoint, spaces: spaces)
  }

  static func url(
    of parameters: Parameters, at endpoint: Endpoint, spaces: Spaces
  ) throws(OAuthError) -> URL {
    // RFC 6749 §3.1: "The endpoint URI MAY include [a] query component, which MUST be retained when
    // adding additional query parameters."
    let own = endpoint.query ?? ""
    for name in try Parameters(ownQuery: own, of: "endpoint").names
    where parameters[name] != nil {
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
  /// The client id and the scopes.
  public var description: String { "AuthorizationRequest(\(clientID), \(Scope.text(scopes)))" }
  /// The client id and the scopes: `state` and `nonce` are not shown.
  public var customMirror: Mirror {
    Mirror(self, children: ["clientID": clientID, "scopes": Scope.text(scopes)])
  }
}
