// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes
public import CoatcheckFoundation

/// A request to end the user's session, as the authorization server reads it: the counterpart of
/// ``EndSessionTransaction``.
///
/// Nothing in it is checked yet. Any page on the web can send a browser here with it.
/// [OpenID Connect RP-Initiated Logout 1.0 §2](https://openid.net/specs/openid-connect-rpinitiated-1_0.html#RPLogout).
public struct EndSessionRequest: Sendable {
  /// `id_token_hint`: an ID token of the session that shall end; it is not verified.
  public let idTokenHint: Secret?
  /// `logout_hint`: identifies the user who shall be signed out, in a form that the authorization server
  /// defines.
  public let logoutHint: String?
  /// `client_id`: the client that sends the request.
  public let clientID: String?
  /// `post_logout_redirect_uri`: where the browser shall be redirected afterwards, as given.
  public let postLogoutRedirectURI: String?
  /// `state`: a value that is returned unchanged to ``postLogoutRedirectURI``.
  public let state: String?
  /// `ui_locales`: the languages of the user as BCP 47 tags, in order of preference.
  public let uiLocales: [String]

  /// Reads a request. Unknown parameters are ignored, and no parameter is required.
  ///
  /// - Parameter parameters: The parameters of the request: ``parameters(head:body:)``.
  public init(_ parameters: Parameters) {
    idTokenHint = parameters["id_token_hint"].map { Secret($0) }
    logoutHint = parameters["logout_hint"]
    clientID = parameters["client_id"]
    postLogoutRedirectURI = parameters["post_logout_redirect_uri"]
    state = parameters["state"]
    uiLocales = (parameters["ui_locales"] ?? "").split(separator: " ").map(String.init)
  }

  /// The parameters of a `GET` request, or of a `POST` request with a form.
  ///
  /// "OPs MUST support the use of the HTTP GET and POST methods defined in RFC 7231 at the Logout Endpoint."
  ///
  /// - Parameters:
  ///   - head: The head of the request; its path contains the query.
  ///   - body: The form of a `POST`; ignored for a `GET`.
  /// - Throws: `refused`, ``OAuthError/Code/invalidRequest``: another method (405), a body that is not a
  ///   form (415), a request that is too long (413, 414), or a repeated or badly encoded parameter (400).
  ///   Show an error page with that status.
  public static func parameters(head: HTTPRequest, body: Data) throws(OAuthError) -> Parameters {
    try AuthorizationRequest.parameters(head: head, body: body)
  }

  /// The names of the parameters, for a confirmation page that sends them again.
  package static let names = [
    "id_token_hint", "logout_hint", "client_id", "post_logout_redirect_uri", "state", "ui_locales",
  ]

  /// The value of the `Location` field that redirects the browser to the client, with `state`; nil when the
  /// request names no ``postLogoutRedirectURI`` and the browser stays.
  ///
  /// "If included in the logout request, the OP passes this value back to the RP using the state parameter
  /// when redirecting the User Agent back to the RP." Compare the redirect URI with the registered ones
  /// first.
  public var location: String? {
    guard let uri = postLogoutRedirectURI else { return nil }
    guard let state else { return uri }
    return AuthorizationResponse.joined(uri, ["state": state])
  }
}
