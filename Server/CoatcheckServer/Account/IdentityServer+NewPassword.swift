// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckOAuth
import Foundation
import HTTPTypes

/// The change of the password on the account page.
extension IdentityServer {
  /// The minimum length of a new password, in characters.
  ///
  /// "Verifiers and CSPs SHALL require passwords to be a minimum of 15 characters … MAY permit passwords that are only
  /// used as part of multi-factor authentication processes to be shorter but SHALL require them to be a minimum of eight
  /// characters". Eight is the minimum here; users can choose a longer password.
  /// [NIST SP 800-63B §3.1.1.2](https://pages.nist.gov/800-63-4/sp800-63b.html)
  static let minimumPassword = 8

  /// The number of earlier hashes that are kept for password policies: the maximum that the policy of a
  /// tenant can name.
  private static let keptPasswords = 24

  /// Changes the password. The current one is checked and counted like a sign-in. All sessions and tokens
  /// of the user end, except this login session.
  func changePassword(
    _ form: Parameters, _ visit: AccountVisit, _ request: ServedRequest
  ) async throws -> ServedResponse {
    let words = visit.pages.words
    guard visit.user.passwordHash != nil else {
      return try await accountPage(visit, status: .badRequest, alert: words[.noPassword])
    }
    let current = form["current"] ?? ""
    let new = form["new"] ?? ""
    if let alert = objection(to: new, form, visit) {
      return try await accountPage(visit, status: .badRequest, alert: alert)
    }
    let verified: PasswordHash?
    switch try await passwordCheck(
      username: visit.user.name.text, password: current, from: request.source)
    {
    case .right(let user): verified = user.passwordHash
    case .wrong:
      return try await accountPage(
        visit, status: .badRequest, alert: words[.currentPasswordWrong])
    case .throttled(let wait):
      var response = try await accountPage(
        visit, status: .tooManyRequests,
        alert: words[.tooManyAttempts, ["wait": words.duration(wait)]])
      response.head.headerFields[.retryAfter] = String(Int(wait))
      return response
    case .busy: return try await busyPage(visit)
    }
    let hash: PasswordHash
    do {
      hash = try await passwords.hash(Password(new))
    } catch {
      return try await busyPage(visit)
    }
    // Other sessions end: an attacker who knows the old password may be signed in with it. For the same reason, a
    // change that was begun with the old password does not replace a new one.
    guard
      let ended = try await visit.store.changePassword(
        of: visit.user.id, to: hash, verified: verified, history: Self.keptPasswords,
        keeping: .login(sid: visit.login.sid), at: authorizationServer.environment.now())
    else {
      return try await accountPage(
        visit, status: .badRequest, alert: words[.currentPasswordWrong])
    }
    authorizationServer.audit(
      AuditEvent(
        .passwordChanged,
        [
          "user": visit.user.id, "sessions": String(ended.logins.count),
          "families": String(ended.families.count),
        ]))
    for session in ended.sessions { await tell(authorizationServer.notices(about: session)) }
    return try await accountPage(visit, notice: words[.passwordChanged])
  }

  /// Why a new password is not accepted, before the current one is checked; nil when it is.
  private func objection(
    to new: String, _ form: Parameters, _ visit: AccountVisit
  ) -> String? {
    let words = visit.pages.words
    guard new.isExactly(form["repeat"] ?? "") else { return words[.passwordsDiffer] }
    guard new.count >= Self.minimumPassword else {
      return words[.passwordTooShort, ["count": String(Self.minimumPassword)]]
    }
    guard (try? Password(new)) != nil else { return words[.passwordTooLong] }
    guard new.lowercased() != visit.user.name.text.lowercased() else {
      return words[.passwordIsName]
    }
    return new.isExactly(form["current"] ?? "") ? words[.passwordSame] : nil
  }

  private func busyPage(_ visit: AccountVisit) async throws -> ServedResponse {
    var response = try await accountPage(
      visit, status: .serviceUnavailable, alert: visit.pages.words[.tooManyUsers])
    response.head.headerFields[.retryAfter] = "2"
    return response
  }
}
