// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation

/// One logout at the authorization server (RP-initiated logout): the address to open in the browser, and
/// the check of the callback.
///
/// The address contains the ID token. Open it in the user's browser only; do not log it.
/// [OpenID Connect RP-Initiated Logout 1.0 §2](https://openid.net/specs/openid-connect-rpinitiated-1_0.html#RPLogout).
public struct EndSessionTransaction: Sendable {
  /// The address to open in the user's browser.
  public let url: URL
  /// Where the browser is redirected afterwards, as registered; nil when it stays at the authorization
  /// server.
  public let postLogoutRedirectURI: String?
  /// The `state` that the callback must contain; nil when there is no callback.
  public let state: Secret?

  /// Creates the logout request.
  ///
  /// - Parameters:
  ///   - endpoint: The `end_session_endpoint` of the authorization server.
  ///   - idTokenHint: The session's ID token; nil without one.
  ///   - clientID: The client to which the ID token was issued.
  ///   - postLogoutRedirectURI: Where the browser shall be redirected afterwards, an absolute URI as
  ///     registered; nil leaves it at the authorization server.
  ///   - environment: The source of randomness for `state`.
  /// - Throws: `misused` when the redirect URI is invalid, when the query of the endpoint is malformed or
  ///   already sets a parameter of the request, or when both make no URL. Nothing was sent.
  public init(
    endpoint: Endpoint, idTokenHint: Secret?, clientID: String,
    postLogoutRedirectURI: String? = nil, environment: RuntimeEnvironment
  ) throws(OAuthError) {
    var parameters = Parameters()
    parameters["id_token_hint"] = idTokenHint?.reveal()
    // "The most common use case for it is to specify the Client Identifier when
    // post_logout_redirect_uri is used but id_token_hint is not." Some providers require it with both.
    parameters["client_id"] = clientID
    if let postLogoutRedirectURI {
      _ = try RedirectURI(postLogoutRedirectURI)
      parameters["post_logout_redirect_uri"] = postLogoutRedirectURI
      // "Opaque value used by the RP to maintain state between the logout request and the callback".
      let state = environment.token()
      parameters["state"] = state
      self.state = Secret(state)
    } else {
      state = nil
    }
    self.postLogoutRedirectURI = postLogoutRedirectURI
    let own = try Parameters(ownQuery: endpoint.query, of: "endpoint")
    if let name = own.names.first(where: { parameters[$0] != nil }) {
      throw .misused(name, "The end session endpoint's own query sets a parameter of the request.")
    }
    let separator = endpoint.query == nil ? "?" : own.isEmpty ? "" : "&"
    guard let url = URL(string: endpoint.text + separator + parameters.encoded) else {
      throw .misused("endpoint", "The end session endpoint and the request do not make a URL.")
    }
    self.url = url
  }

  /// Checks that the callback belongs to this logout.
  ///
  /// - Parameter callback: The complete URI to which the browser was redirected.
  /// - Throws: `unreadable`: ``OAuthError/Code/callbackMalformed`` when it is not for the redirect URI or
  ///   cannot be read, ``OAuthError/Code/stateMismatch`` when it belongs to another logout; `refused` with
  ///   the code of the authorization server when it returned an error; `misused` when no redirect was
  ///   requested.
  public func check(_ callback: String) throws(OAuthError) {
    guard let postLogoutRedirectURI, let state else {
      throw .misused("callback", "No answer to this sign-out was asked for.")
    }
    let parameters = try RedirectURI(postLogoutRedirectURI).parameters(of: callback)
    // "If included in the logout request, the OP passes this value back to the RP using the state
    // parameter when redirecting the User Agent back to the RP."
    guard let received = parameters["state"], Secret(received).matches(state) else {
      throw .unreadable(
        .stateMismatch, "The callback does not belong to this sign-out.", parameter: "state")
    }
    if let code = parameters["error"] {
      throw OAuthError(
        outcome: .refused, code: OAuthError.Code(peer: code),
        reason: "The authorization server refused to end the session.",
        peer: .init(description: parameters["error_description"], uri: parameters["error_uri"]))
    }
  }
}

extension EndSessionTransaction: CustomStringConvertible, CustomReflectable {
  /// The redirect URI, without the ID token and `state`.
  public var description: String {
    "EndSessionTransaction(\(postLogoutRedirectURI ?? "no redirect"))"
  }
  /// The same as the description.
  public var customMirror: Mirror {
    Mirror(self, children: ["postLogoutRedirectURI": postLogoutRedirectURI as Any])
  }
}
