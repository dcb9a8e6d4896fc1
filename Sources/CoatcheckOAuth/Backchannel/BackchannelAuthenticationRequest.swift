// SPDX-License-Identifier: Apache-2.0

/// What the user is prompted for on another device, without a browser.
///
/// [OpenID Connect CIBA Core 1.0
/// §7.1](https://openid.net/specs/openid-client-initiated-backchannel-authentication-core-1_0.html#auth_request).
public struct BackchannelAuthenticationRequest: Sendable {
  /// Whom to ask.
  public var hint: UserHint
  /// What the tokens shall be good for; `openid` is among them.
  public var scopes: [Scope]
  /// What both devices show, so that the user sees that they belong together.
  public var bindingMessage: String?
  /// A code only the user knows, where the issuer wants one against unwanted requests.
  public var userCode: Secret?
  /// How long the request shall last, in seconds, where the issuer's own time will not do.
  public var requestedExpiry: Int?
  /// The classes of authentication wished for, best first.
  public var acrValues: [String] = []
  /// The bearer token of the notification, in the mode `ping`: at least 128 random bits.
  public var notificationToken: Secret?
  /// The protected resources that the token is wanted for, absolute URIs (RFC 8707).
  public var resources: [String] = []

  /// A request.
  ///
  /// - Parameters:
  ///   - hint: Whom to ask.
  ///   - scopes: What the tokens shall be good for; `openid` is added if it is not there.
  ///   - bindingMessage: What both devices show.
  ///   - userCode: A code only the user knows.
  ///   - requestedExpiry: How long the request shall last, in seconds.
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

  /// - Throws: `misused` naming the part that cannot be sent.
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
    // "it is RECOMMENDED to be short"; a screen shows it, so that nothing is in it that moves the cursor.
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
