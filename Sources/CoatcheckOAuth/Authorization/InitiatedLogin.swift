// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes
public import CoatcheckFoundation

/// A sign-in that a third party initiates: a request to a client's `initiate_login_uri`, sent by a
/// portal or by the issuer itself.
///
/// It names the authorization server and no user: what follows is a sign-in like any other.
/// [OIDC Core §4](https://openid.net/specs/openid-connect-core-1_0.html#ThirdPartyInitiatedLogin).
public struct InitiatedLogin: Sendable, Hashable {
  /// The issuer to ask: one of those that the client knows.
  public let issuer: Issuer
  /// Who is likely to sign in, to be passed on as the login hint of the request.
  public let loginHint: String?
  /// Where the user agent continues afterwards: a path on the client's own origin.
  public let returnPath: String

  /// Reads the wish.
  ///
  /// - Parameters:
  ///   - head: The request: a GET, or a POST of a form.
  ///   - body: Its body.
  ///   - issuers: The issuers that this client signs users in with. No other is asked, and nothing is
  ///     fetched from one.
  ///   - origin: The client's own origin: `https://app.example`.
  /// - Throws: `refused` naming `iss` when the issuer is not one of them, or it cannot be read.
  public init(
    head: HTTPRequest, body: Data = Data(), issuers: [Issuer], origin: String
  ) throws(OAuthError) {
    let parameters = try AuthorizationRequest.parameters(head: head, body: body)
    // "iss REQUIRED. Issuer Identifier for the Issuer that the RP is to send the Authentication Request to."
    guard let named = parameters["iss"],
      let issuer = issuers.first(where: { named.isExactly($0.text) })
    else {
      throw .refused(
        .invalidRequest, "The sign-in was begun for an issuer that is not known here.",
        parameter: "iss")
    }
    self.issuer = issuer
    loginHint = parameters["login_hint"]
    // "The RP MUST verify the value of the target_link_uri to prevent being used as an open redirector to
    // external sites."
    returnPath = ReturnPath.path(ofAddress: parameters["target_link_uri"], at: origin)
  }
}
