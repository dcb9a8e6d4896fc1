// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes
public import CoatcheckFoundation

/// A sign-in that a third party initiates: a request to the `initiate_login_uri` of a client, sent by a
/// portal or by the authorization server.
///
/// It names the issuer and no user: the client then begins a sign-in as usual.
/// [OIDC Core §4](https://openid.net/specs/openid-connect-core-1_0.html#ThirdPartyInitiatedLogin).
public struct InitiatedLogin: Sendable, Hashable {
  /// The issuer to sign in with, one of those that the client accepts.
  public let issuer: Issuer
  /// `login_hint`: the user who is likely to sign in, for ``AuthorizationOptions/loginHint``; nil when
  /// absent. It is untrusted.
  public let loginHint: String?
  /// Where the user agent continues after the sign-in: a path on the client's own origin, `/` when the
  /// request names no such page.
  public let returnPath: String

  /// Reads the request to initiate a sign-in.
  ///
  /// - Parameters:
  ///   - head: The HTTP request: a `GET`, or a `POST` of a form.
  ///   - body: The form of a `POST`.
  ///   - issuers: The issuers that this client signs users in with. Another one is refused, and nothing is
  ///     fetched from it.
  ///   - origin: The client's own origin, without a path: `https://app.example`.
  /// - Throws: `refused`, ``OAuthError/Code/invalidRequest``: naming `iss` when the issuer is missing or
  ///   not one of `issuers`, else as ``AuthorizationRequest/parameters(head:body:)``. No sign-in begins
  ///   then.
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
