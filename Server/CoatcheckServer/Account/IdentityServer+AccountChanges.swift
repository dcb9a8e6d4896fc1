// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckOAuth
import Foundation
import HTTPTypes

/// The changes of the account page that end sessions and access.
extension IdentityServer {
  /// Ends a session of another browser, and notifies the clients that took part in it.
  func endSession(_ sid: String, _ visit: AccountVisit) async throws -> ServedResponse {
    // The session of this browser ends at the logout endpoint, which also removes the cookie.
    guard !sid.isExactly(visit.login.sid) else { return .seeOther("\(base)/logout") }
    guard try await end(sid, visit) else {
      return try await accountPage(visit, alert: visit.pages.words[.sessionUnknown])
    }
    return try await accountPage(visit, notice: visit.pages.words[.sessionEnded])
  }

  /// Ends the sessions of all other browsers.
  func endOtherSessions(_ visit: AccountVisit) async throws -> ServedResponse {
    for login in try await otherSessions(visit) { _ = try await end(login.sid, visit) }
    return try await accountPage(visit, notice: visit.pages.words[.sessionsEnded])
  }

  private func end(_ sid: String, _ visit: AccountVisit) async throws -> Bool {
    guard
      let ended = try await visit.store.endSession(
        sid, of: visit.user.id, reason: "ended_by_user",
        at: authorizationServer.environment.now())
    else { return false }
    authorizationServer.audit(AuditEvent(.sessionEnded, ["user": visit.user.id]))
    await tell(authorizationServer.notices(about: ended))
    return true
  }

  /// Withdraws the consent for a client, and revokes its tokens of the user.
  func removeAccess(of clientID: String, _ visit: AccountVisit) async throws -> ServedResponse {
    let client = try await visit.store.client(clientID)
    guard
      try await visit.store.withdrawConsent(
        of: visit.user.id, client: clientID, reason: "withdrawn_by_user",
        at: authorizationServer.environment.now()) != nil
    else {
      return try await accountPage(visit, alert: visit.pages.words[.accessUnknown])
    }
    authorizationServer.audit(
      AuditEvent(.accessRemoved, ["user": visit.user.id, "client": clientID]))
    return try await accountPage(
      visit,
      notice: visit.pages.words[
        .accessRemoved, ["client": DisplayText.line(client?.name ?? clientID)]])
  }
}

extension AuditEvent.Name {
  /// A user ended a session of another browser.
  static let sessionEnded = Self(rawValue: "session_ended")
  /// A user withdrew the consent for a client.
  static let accessRemoved = Self(rawValue: "access_removed")
  /// A user changed the password.
  static let passwordChanged = Self(rawValue: "password_changed")
}
