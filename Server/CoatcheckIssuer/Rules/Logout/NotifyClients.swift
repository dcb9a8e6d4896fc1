// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth

/// Collects the notifications for each client of the session: back-channel or front-channel, as registered.
///
/// [Back-Channel Logout
/// §2.5](https://openid.net/specs/openid-connect-backchannel-1_0.html#BCRequest),
/// [Front-Channel Logout
/// §3](https://openid.net/specs/openid-connect-frontchannel-1_0.html#OPLogout)
struct NotifyClients: LogoutRule {
  func apply(to attempt: inout LogoutAttempt, by server: AuthorizationServer) async throws {
    guard let ended = attempt.ended else { return }
    var told: Set<String> = []
    for family in ended.families where told.insert(family.clientID).inserted {
      do {
        try await tell(family.clientID, of: ended.login, in: &attempt, by: server)
      } catch {
        // The session has ended; that one client cannot be notified does not keep others from being notified.
        let reason = server.known(error).code.rawValue
        server.audit(
          AuditEvent(.logoutUntold, ["client": family.clientID, "reason": reason]))
      }
    }
  }

  private func tell(
    _ clientID: String, of login: LoginSession, in attempt: inout LogoutAttempt,
    by server: AuthorizationServer
  ) async throws {
    guard let client = try await server.store.client(clientID) else { return }
    if let uri = client.metadata.backChannelLogoutURI {
      attempt.notices.append(
        LogoutNotice(
          clientID: client.id, endpoint: try Endpoint(uri),
          token: try await token(about: login, for: client, by: server)))
    }
    if let uri = client.metadata.frontChannelLogoutURI {
      let frame = FrontChannelLogout(issuer: server.settings.issuer, sessionID: login.sid)
      attempt.frames.append(try frame.address(at: Endpoint(uri)))
    }
  }

  /// "A Logout Token MUST contain either a sub or a sid Claim, and MAY contain both." This one contains
  /// both.
  private func token(
    about login: LoginSession, for client: RegisteredClient, by server: AuthorizationServer
  ) async throws -> Secret {
    let token = try LogoutToken(
      issuer: server.settings.issuer, subject: server.subject(of: login.userID, for: client),
      sessionID: login.sid,
      environment: server.environment)
    // "The same keys are used to sign and encrypt Logout Tokens as are used for ID Tokens."
    guard let key = try await server.keys.ring().active[client.idTokenAlgorithm] else {
      throw ServerFailure(reason: "No key is active for the client's ID token algorithm.")
    }
    return Secret(try key.sign(token.claims(for: client.id), type: LogoutToken.type))
  }
}
