// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation
import HTTPTypes

/// The account page: users see and end their sessions, the access of clients, and change their password.
///
/// GET shows the page, and POST makes changes.
extension IdentityServer {
  /// The age up to which a sign-in is recent, in seconds. With an older one the user signs in again before
  /// a change, because an attacker may use an unattended browser.
  static let recentSignIn: TimeInterval = 600

  func account(_ request: ServedRequest) async -> ServedResponse {
    let pages = self.pages(for: request)
    guard let accounts else { return .text(.notFound, "Not found.") }
    do {
      guard let login = try await logins.login(in: request.head),
        let user = try await users.user(id: login.userID), user.standing == .active
      else { return signInToAccount(request, pages, again: false) }
      let visit = AccountVisit(user: user, login: login, store: accounts, pages: pages)
      guard request.head.method == .post else { return try await accountPage(visit) }
      guard request.isForm else { return .text(.unsupportedMediaType, "Send a form.") }
      let form = try request.form()
      // "anti-forgery": the form comes from a page of this login session, because no other site knows its
      // token.
      guard isOurs(form, token: accountToken(of: login)) else {
        return .page(.forbidden, pages.message(.accountForged))
      }
      return try await change(form, visit, request)
    } catch let error as OAuthError {
      return errorPage(error, in: pages)
    } catch {
      return unavailable(error, in: pages)
    }
  }

  /// The CSRF token of the forms on the page: a tag that is bound to the login session.
  func accountToken(of login: LoginSession) -> String {
    Base64URL.encode(sealer.tag(of: ["account", login.digest.hex], for: .forms))
  }

  private func change(
    _ form: Parameters, _ visit: AccountVisit, _ request: ServedRequest
  ) async throws -> ServedResponse {
    // This change requires the current password, and therefore no recent sign-in.
    if form["action"] == "password" {
      return try await changePassword(form, visit, request)
    }
    let age = authorizationServer.environment.now().timeIntervalSince(visit.login.authTime)
    guard age <= Self.recentSignIn else {
      return signInToAccount(request, visit.pages, again: true)
    }
    switch form["action"] {
    case "end-session": return try await endSession(form["session"] ?? "", visit)
    case "end-others": return try await endOtherSessions(visit)
    case "remove": return try await removeAccess(of: form["client"] ?? "", visit)
    default: return try await accountPage(visit)
    }
  }

  /// Redirects to the sign-in page, which leads back to the account page.
  private func signInToAccount(
    _ request: ServedRequest, _ pages: Pages, again: Bool
  ) -> ServedResponse {
    var interaction = Interaction.forAccount(authorizationServer.environment, again: again)
    interaction.language = pages.language.language
    guard let cookies = interactions.keep(interaction, replacing: request.head) else {
      return startAgain(in: pages)
    }
    return .seeOther("\(base)/login?i=\(interaction.id)", cookies: cookies)
  }

  /// The address of the account page, for the redirect after the sign-in.
  func accountAddress(in interaction: Interaction) -> String {
    let language = interaction.language.map { "?ui_locales=\($0.rawValue)" } ?? ""
    return "\(base)/account\(language)"
  }
}

/// One request of a signed-in user to the account page.
struct AccountVisit: Sendable {
  let user: User
  let login: LoginSession
  let store: any AdministrationStore
  let pages: Pages
}

extension MessagePage {
  /// For a form that does not come from the account page of this login session.
  static let accountForged = MessagePage(title: .forgedTitle, text: .accountForgedText)

  /// For a user who cancels the sign-in for the account page.
  static let signInCancelled = MessagePage(title: .signInCancelled, text: .canClose)
}
