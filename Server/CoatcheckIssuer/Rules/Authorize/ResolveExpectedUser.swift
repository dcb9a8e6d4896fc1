// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth

/// Finds the expected user: by `id_token_hint`, or by the claim `sub` in the `claims` parameter.
///
/// [OIDC Core §3.1.2.1](https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest),
/// [§5.5.1](https://openid.net/specs/openid-connect-core-1_0.html#IndividualClaimsRequests)
struct ResolveExpectedUser: AuthorizeRule {
  func apply(to attempt: inout AuthorizeAttempt, by server: AuthorizationServer) async throws {
    let request = try established(attempt.request, "request")
    let client = try established(attempt.client, "client")
    var expected: [[String]] = []
    if let hint = request.idTokenHint {
      let known = try IDTokenHint(
        hint, ring: try await server.keys.ring(), issuer: server.settings.issuer)
      // "ID Token previously issued by the Authorization Server being passed as a hint about the
      // End-User's current or past authenticated session with the Client."
      guard known.isFor(client.id) else {
        throw OAuthError.refused(
          .invalidRequest, "The hint was made for another client.", parameter: "id_token_hint")
      }
      expected.append([known.subject])
    }
    // "If the sub (subject) Claim is requested with a specific value for the ID Token, the Authorization
    // Server MUST only send a positive response if the End-User identified by that sub value has an active
    // session with the Authorization Server or has been Authenticated as a result of the request." §3.1.2.2
    expected += [request.claims.idToken, request.claims.userInfo].compactMap {
      Self.values(of: $0["sub"])
    }
    guard var subjects = expected.first else { return }
    for others in expected.dropFirst() {
      subjects.removeAll { one in !others.contains { $0.isExactly(one) } }
    }
    guard !subjects.isEmpty else {
      throw OAuthError.refused(.invalidRequest, "The request expects two different users.")
    }
    attempt.expected = subjects
  }

  /// The requested values of a claim: its members `value` and `values`; nil when any value is accepted.
  static func values(of wish: JSONValue?) -> [String]? {
    guard let wish = wish?.objectValue else { return nil }
    guard let values = wish["values"]?.arrayValue ?? wish["value"].map({ [$0] }) else { return nil }
    return values.compactMap(\.stringValue)
  }
}
