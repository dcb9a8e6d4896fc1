// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes
public import CoatcheckFoundation

/// A request to end the user's session, as the authorization server reads it: what ``EndSessionTransaction`` sends.
///
/// Nothing in it is checked yet. Any page on the web can send a browser here with it.
/// [OpenID Connect RP-Initiated Logout 1.0 §2](https://openid.net/specs/openid-connect-rpinitiated-1_0.html#RPLogout).
public struct EndSessionRequest: Sendable {
  /// `id_token_hint`: an ID token of the session that is to end; it is not verified.
  public let idTokenHint: Secret?
  /// `logout_hint`: who is to be signed out, in words of the client's.
  public let logoutHint: String?
  /// `client_id`: who asks.
  public let clientID: String?
  /// `post_logout_redirect_uri`: where the browser is to be sent afterwards, as given.
  public let postLogoutRedirectURI: String?
  /// `state`: what goes along unchanged.
  public let state: String?
  /// `ui_locales`: the languages of the user, best first.
  public let uiLocales: [String]

  /// Reads a request.
  public init(_ parameters: Parameters) {
    idTokenHint = parameters["id_token_hint"].map { Secret($0) }
    logoutHint = parameters["logout_hint"]
    clientID = parameters["client_id"]
    postLogoutRedirectURI = parameters["post_logout_redirect_uri"]
    state = parameters["state"]
    uiLocales = (parameters["ui_locales"] ?? "").split(separator: " ").map(String.init)
  }

  /// The parameters of a GET, or of a POST with a form.
  ///
  /// "OPs MUST support the use of the HTTP GET and POST methods defined in RFC 7231 at the Logout Endpoint."
  ///
  /// - Throws: `refused`, ``OAuthError/Code/invalidRequest``, with the status of the error page.
  public static func parameters(head: HTTPRequest, body: Data) throws(OAuthError) -> Parameters {
    try AuthorizationRequest.parameters(head: head, body: body)
  }

  /// The names of the parameters, for a page that sends them again.
  package static let names = [
    "id_token_hint", "logout_hint", "client_id", "post_logout_redirect_uri", "state", "ui_locales",
  ]

  /// The value of the `Location` field that leads back; nil when the browser is to stay.
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
