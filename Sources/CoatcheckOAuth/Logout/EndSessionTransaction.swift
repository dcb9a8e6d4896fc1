// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation

/// The end of the user's session at the provider's pages: an address to open, and the response to it.
///
/// The address holds the ID token. Pass it to the user's browser only; do not log it.
/// [OpenID Connect RP-Initiated Logout 1.0 §2](https://openid.net/specs/openid-connect-rpinitiated-1_0.html#RPLogout).
public struct EndSessionTransaction: Sendable {
  /// The address to open in the user's browser.
  public let url: URL
  /// Where the browser is sent afterwards, as registered; nil when it stays at the provider.
  public let postLogoutRedirectURI: String?
  /// What the response must carry; nil when none follows.
  public let state: Secret?

  /// Prepares the end of a session.
  ///
  /// - Parameters:
  ///   - endpoint: The `end_session_endpoint` of the session's issuer.
  ///   - idTokenHint: The session's ID token.
  ///   - clientID: The client it was issued to.
  ///   - postLogoutRedirectURI: Where the browser shall be sent afterwards, as registered.
  ///   - environment: The random generator.
  /// - Throws: `misused` naming the argument.
  public init(
    endpoint: Endpoint, idTokenHint: Secret?, clientID: String,
    postLogoutRedirectURI: String? = nil, environment: RuntimeEnvironment
  ) throws(OAuthError) {
    var parameters = Parameters()
    parameters["id_token_hint"] = idTokenHint?.reveal()
    // "The most common use case for it is to specify the Client Identifier when
    // post_logout_redirect_uri is used but id_token_hint is not." Providers want it beside both.
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
    let own = try Parameters(decoding: endpoint.query ?? "")
    if let name = own.names.first(where: { parameters[$0] != nil }) {
      throw .misused(name, "The end session endpoint's own query sets a parameter of the request.")
    }
    let separator = endpoint.query == nil ? "?" : own.isEmpty ? "" : "&"
    guard let url = URL(string: endpoint.text + separator + parameters.encoded) else {
      throw .misused("endpoint", "The end session endpoint and the request do not make a URL.")
    }
    self.url = url
  }

  /// Checks that the browser came back from this very sign-out.
  ///
  /// - Parameter callback: The whole address which the browser was sent to.
  /// - Throws: `unreadable`: ``OAuthError/Code/callbackMalformed`` when it is not for the redirect URI,
  ///   ``OAuthError/Code/stateMismatch`` when it belongs to something else; `refused` when the provider
  ///   says that it went wrong; `misused` when no answer was asked for.
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
  /// Where the browser is sent afterwards; the ID token and the state stay out.
  public var description: String {
    "EndSessionTransaction(\(postLogoutRedirectURI ?? "no redirect"))"
  }
  /// As the description.
  public var customMirror: Mirror {
    Mirror(self, children: ["postLogoutRedirectURI": postLogoutRedirectURI as Any])
  }
}
