// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Limits the scopes of the client credentials grant to those that do not concern a user.
///
/// [RFC 6749 §4.4.2](https://www.rfc-editor.org/rfc/rfc6749#section-4.4.2)
struct LimitScopesToClient: TokenRule {
  /// The scopes that have no meaning without a user.
  static let personal: Set<String> = [
    "openid", "profile", "email", "address", "phone", "offline_access",
  ]

  func apply(to attempt: inout TokenAttempt, by server: AuthorizationServer) async throws {
    guard case .clientCredentials(let asked) = attempt.request.grant else { return }
    let client = try established(attempt.client, "client")
    let own = client.scopes.filter { !Self.personal.contains($0) }
    guard let asked, !asked.isEmpty else {
      // "… the authorization server MUST either process the request using a pre-defined default
      // value".
      attempt.scopes = own
      return
    }
    let names = asked.map(\.rawValue)
    guard Set(names).isSubset(of: own) else {
      throw OAuthError.refused(
        .invalidScope, "The client has no such scope of its own.", parameter: "scope")
    }
    attempt.scopes = names
  }
}
