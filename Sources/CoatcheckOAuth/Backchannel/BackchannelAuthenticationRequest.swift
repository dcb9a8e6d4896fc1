// SPDX-License-Identifier: Apache-2.0

/// A backchannel authentication request: which user is prompted on another device, and for what.
///
/// [OpenID Connect CIBA Core 1.0
/// §7.1](https://openid.net/specs/openid-client-initiated-backchannel-authentication-core-1_0.html#auth_request).
public struct BackchannelAuthenticationRequest: Sendable {
  /// Identifies the user.
  public var hint: UserHint
  /// The requested scopes, with `openid` among them.
  public var scopes: [Scope]
  /// `binding_message`: a short text that both devices show, so that the user sees that they belong
  /// together.
  public var bindingMessage: String?
  /// `user_code`: a code that only the user knows, where the authorization server requires it against
  /// unwanted requests.
  public var userCode: Secret?
  /// `requested_expiry`: the requested lifetime of the request, in seconds; nil leaves it to the
  /// authorization server.
  public var requestedExpiry: Int?
  /// `acr_values`: the requested authentication context classes, in order of preference.
  public var acrValues: [String] = []
  /// `client_notification_token`: the bearer token of the notification in the mode `ping`: at least 128
  /// random bits, at most 1024 characters.
  public var notificationToken: Secret?
  /// The protected resources for which the token is requested, as absolute URIs
  /// ([RFC 8707 §2](https://www.rfc-editor.org/rfc/rfc8707#section-2)).
  public var resources: [String] = []

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - hint: Identifies the user.
  ///   - scopes: The requested scopes; `openid` is added if it is missing.
  ///   - bindingMessage: The text that both devices show, at most 100 characters; nil without one.
  ///   - userCode: The code that only the user knows; nil without one.
  ///   - requestedExpiry: The requested lifetime of the request, in seconds and positive; nil leaves it to
  ///     the authorization server.
  public init(
    _ hint: UserHint, scopes: [Scope] = [], bindingMessage: String? = nil,
    userCode: Secret? = nil, requestedExpiry: Int? = nil
  ) {
    self.hint = hint
    // "CIBA authentication requests […] MUST therefore contain the openid scope value."
    self.scopes = scopes.contains(.openID) ? scopes : [.openID] + scopes
    self.bindingMessage = bindingMessage
    self.userCode = userCode
    self.requestedExpiry = requestedExpiry
  }
}

extension BackchannelAuthenticationRequest {
  static let parameterNames: Set<String> = [
    "scope", "login_hint", "login_hint_token", "id_token_hint", "binding_message", "user_code",
    "requested_expiry", "acr_values", "client_notification_token", "resource", "request",
  ]

  /// The request as form parameters.
  ///
  /// - Throws: `misused` naming the property that cannot be sent.
  func parameters() throws(OAuthError) -> Parameters {
    let (name, value) = hint.parameter
    guard !value.isEmpty else { throw .misused("hint", "The hint about the user is empty.") }
    var form = Parameters([("scope", try Scope.checkedText(scopes)), (name, value)])
    form["binding_message"] = bindingMessage
    form["user_code"] = userCode?.reveal()
    if let requestedExpiry {
      // "A positive integer".
      guard requestedExpiry > 0 else {
        throw .misused("requestedExpiry", "A request lasts a second at least.")
      }
      form["requested_expiry"] = String(requestedExpiry)
    }
    form["acr_values"] = acrValues.joined(separator: " ")
    if let token = notificationToken {
      // "The length of the token MUST NOT exceed 1024 characters and it MUST conform to the syntax for
      // Bearer credentials".
      guard token.reveal().isVisibleASCII, token.reveal().utf8.count <= 1024 else {
        throw .misused("notificationToken", "The token is too long or holds forbidden characters.")
      }
      form["client_notification_token"] = token.reveal()
    }
    try ResourceIndicator.add(resources, to: &form)
    return form
  }

  /// Reads the parameters of a request, or the claims of a signed one.
  ///
  /// - Throws: `refused` naming the parameter.
  init(form: Parameters) throws(OAuthError) {
    hint = try UserHint(form: form)
    scopes = try TokenRequest.Grant.scopes(in: form) ?? []
    guard scopes.contains(.openID) else {
      throw .refused(.invalidScope, "The scope openid is missing.", parameter: "scope")
    }
    bindingMessage = form["binding_message"]
    // "it is RECOMMENDED to be short". It is shown on a screen, so control characters are refused.
    if let bindingMessage,
      bindingMessage.count > 100 || bindingMessage != PrintableText.line(bindingMessage, limit: 100)
    {
      throw .refused(
        .invalidBindingMessage, "The binding message cannot be shown.",
        parameter: "binding_message")
    }
    userCode = form["user_code"].map(Secret.init)
    if let text = form["requested_expiry"] {
      guard text.utf8.count <= 9, let seconds = Int(text), seconds > 0 else {
        throw .refused(
          .invalidRequest, "The requested expiry is no positive number.",
          parameter: "requested_expiry")
      }
      requestedExpiry = seconds
    }
    acrValues = (form["acr_values"] ?? "").split(separator: " ").map(String.init)
    if let token = form["client_notification_token"] {
      guard token.isVisibleASCII, token.utf8.count <= 1024 else {
        throw .refused(
          .invalidRequest, "The notification token cannot be used.",
          parameter: "client_notification_token")
      }
      notificationToken = Secret(token)
    }
    resources = try ResourceIndicator.read(in: form)
  }
}
