// SPDX-License-Identifier: Apache-2.0

/// What an app may state in an authorization request besides its scopes. Everything is optional.
public struct AuthorizationOptions: Sendable {
  /// `prompt`: what the authorization server prompts the user for: `login`, `consent` and `select_account`,
  /// or `none` alone. Empty leaves it to the server.
  public var prompt: [String] = []
  /// `max_age`: the maximum age of the user's last sign-in, in seconds. The ID token is checked for it. A
  /// negative number is refused when the sign-in begins.
  public var maxAge: Int?
  /// `login_hint`: the user who is likely to sign in, as an e-mail address or another name that the page
  /// fills in.
  public var loginHint: String?
  /// `acr_values`: the requested authentication context classes, in order of preference. The ID token is
  /// not checked for them: see ``ClaimsRequest/require(acr:)``.
  public var acrValues: [String] = []
  /// `ui_locales`: the preferred languages of the user, as language tags such as `fr-CA`, in order of
  /// preference.
  public var uiLocales: [String] = []
  /// `resource`: the resource servers that the tokens are requested for, as absolute URIs without a
  /// fragment ([RFC 8707 §2](https://www.rfc-editor.org/rfc/rfc8707#section-2)).
  public var resources: [String] = []
  /// `authorization_details`: permissions in more detail than scopes can express
  /// ([RFC 9396 §2](https://www.rfc-editor.org/rfc/rfc9396#section-2)).
  public var details: [AuthorizationDetail] = []
  /// `claims`: the claims that are requested individually.
  public var claims = ClaimsRequest()
  /// `dpop_jkt`: the thumbprint of the DPoP key that the code is bound to, in base64url without padding
  /// ([RFC 9449 §10](https://www.rfc-editor.org/rfc/rfc9449#section-10)); nil sends none.
  public var dpopThumbprint: String?
  /// When the request is pushed ([RFC 9126](https://www.rfc-editor.org/rfc/rfc9126)).
  public var pushing = PARPolicy.whenRequired
  /// `response_mode`: how the authorization response is returned. The default, ``ResponseMode/query``, is
  /// not sent.
  public var responseMode: ResponseMode = .query
  /// Parameters that a provider requires besides those of the protocol. One that the protocol defines is
  /// refused when the sign-in begins.
  public var extra: Parameters = [:]

  /// Creates options that add nothing to the request.
  public init() {}
}
