// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation
import HTTPTypes

/// Renders the account page.
extension IdentityServer {
  /// The maximum number of sessions, and of families of tokens, that the page reads.
  private static let listLimit = 500

  /// The page with the current data.
  ///
  /// - Parameters:
  ///   - notice: The change that was made.
  ///   - alert: Why a change was not made.
  func accountPage(
    _ visit: AccountVisit, status: HTTPResponse.Status = .ok, notice: String? = nil,
    alert: String? = nil
  ) async throws -> ServedResponse {
    let page = AccountPage(
      csrf: accountToken(of: visit.login), username: visit.user.name.text, notice: notice,
      alert: alert, hasPassword: visit.user.passwordHash != nil, since: visit.login.authTime,
      others: try await otherSessions(visit), apps: try await apps(visit),
      links: try await visit.store.links(of: visit.user.id).map { link in
        (link.identity.provider, link.nickname ?? link.identity.subject)
      })
    return .page(status, visit.pages.account(page))
  }

  /// The user's login sessions in other browsers, the newest first. A session that is stored under several
  /// digests is listed once.
  func otherSessions(_ visit: AccountVisit) async throws -> [LoginSession] {
    let logins = try await visit.store.logins(
      of: visit.user.id, after: nil, limit: Self.listLimit,
      at: authorizationServer.environment.now())
    var newest: [String: LoginSession] = [:]
    for login in logins where !login.sid.isExactly(visit.login.sid) {
      if let known = newest[login.sid], known.authTime >= login.authTime { continue }
      newest[login.sid] = login
    }
    return newest.values.sorted { ($0.authTime, $0.sid) > ($1.authTime, $1.sid) }
  }

  /// The clients that have a consent or tokens of the user, sorted by name.
  private func apps(_ visit: AccountVisit) async throws -> [AccountPage.App] {
    let families = try await visit.store.families(
      FamilyFilter(userID: visit.user.id), after: nil, limit: Self.listLimit,
      at: authorizationServer.environment.now())
    let consents = try await visit.store.consents(
      of: visit.user.id, client: nil, after: nil, limit: Self.listLimit)
    var apps: [String: AccountPage.App] = [:]
    for consent in consents {
      let id = consent.key.clientID
      apps[id] = AccountPage.App(id: id, name: id, scopes: consent.scopes)
    }
    for family in families {
      var app =
        apps[family.clientID]
        ?? AccountPage.App(id: family.clientID, name: family.clientID, scopes: family.scopes)
      app.since = min(app.since ?? family.createdAt, family.createdAt)
      apps[family.clientID] = app
    }
    var named: [AccountPage.App] = []
    for var app in apps.values {
      if let client = try await visit.store.client(app.id) { app.name = client.name }
      named.append(app)
    }
    return named.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
  }
}
