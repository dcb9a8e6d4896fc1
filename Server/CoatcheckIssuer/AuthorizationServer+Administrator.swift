// SPDX-License-Identifier: Apache-2.0
package import CoatcheckOAuth

/// The client and the user that an access token for administration was issued to.
package struct Administrator: Sendable, Equatable {
  /// The client that the token was issued to.
  package let clientID: String
  /// The user who signed in; nil for a token of the client credentials grant.
  package let userID: String?
}

extension AuthorizationServer {
  /// Removes ``administrationScope`` from scopes, unless the operator added the client and named the user
  /// as an administrator.
  ///
  /// - Parameters:
  ///   - scopes: The scopes.
  ///   - client: The client.
  ///   - userID: The user; nil for a token of the client credentials grant.
  func withoutAdministration(
    _ scopes: [String], for client: RegisteredClient, user userID: String?
  ) -> [String] {
    let isNamed = userID.map(settings.administrators.contains) ?? true
    guard client.registeredAt != nil || !isNamed else { return scopes }
    return scopes.filter { $0 != Self.administrationScope }
  }

  /// The scope of administration.
  package static let administrationScope = "coatcheck.admin"

  /// Verifies the access token of an administration request.
  ///
  /// A user's consent to the scope is not enough: a token of a user is accepted only if the user is one of
  /// ``IssuerSettings/administrators``.
  ///
  /// - Parameters:
  ///   - accessToken: The token.
  ///   - scheme: The scheme under which it was presented: `Bearer` or `DPoP`.
  ///   - proof: The DPoP proof of the request; nil without one.
  /// - Throws: `invalidToken` when the token is not valid, not for this server, or ended; `insufficientScope`
  ///   when it is not for administration.
  package func administrator(
    _ accessToken: Secret, presentedAs scheme: BearerChallenge.Scheme,
    proof: DPoPProof.Received?
  ) async throws(OAuthError) -> Administrator {
    var attempt = UserInfoAttempt(accessToken: accessToken, scheme: scheme, proof: proof)
    do {
      guard
        let token = AccessToken(
          accessToken, ring: try await keys.ring(), settings: settings, now: environment.now(),
          audience: .any),
        // "The resource server MUST validate that the "aud" claim contains a resource indicator value
        // corresponding to an identifier the resource server expects for itself."
        // https://www.rfc-editor.org/rfc/rfc9068#section-4
        token.audience.contains(where: {
          $0.isExactly(settings.issuer.text) || $0.isExactly(settings.issuer.text + "/admin")
        })
      else { throw OAuthError.refused(.invalidToken, "The access token is not valid.") }
      attempt.token = token
      try await RequireActiveClient().apply(to: &attempt, by: self)
      try await VerifyTokenBinding().apply(to: &attempt, by: self)
      try await RequireActiveFamily().apply(to: &attempt, by: self)
      // A token that another client exchanged has an `act` claim: that client acts for the subject.
      guard token.scopes.contains(Self.administrationScope),
        let client = attempt.client, client.scopes.contains(Self.administrationScope),
        client.registeredAt == nil, token.actor == nil
      else {
        throw OAuthError.refused(
          .insufficientScope, "Administration needs the scope \(Self.administrationScope).")
      }
      if let user = attempt.user {
        guard settings.administrators.contains(user.id) else {
          throw OAuthError.refused(
            .insufficientScope, "This user does not administer.")
        }
        return Administrator(clientID: token.clientID, userID: user.id)
      }
      guard token.familyID == nil, token.subject.isExactly("client:" + token.clientID) else {
        throw OAuthError.refused(.invalidToken, "The access token is not valid.")
      }
      return Administrator(clientID: token.clientID, userID: nil)
    } catch {
      throw known(error)
    }
  }
}
