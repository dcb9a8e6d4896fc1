// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckCommand
import CoatcheckOAuth

/// Whether each account has a token, or can get one without its user.
enum AccountsCheck: DoctorCheck {
  static let name = "accounts"

  static func findings(_ subject: DoctorSubject) async throws -> [DoctorFinding] {
    guard !subject.sessions.isEmpty else {
      return [
        .failed(name, "no account is stored", "sign in with: coatcheck login ISSUER", .notSignedIn)
      ]
    }
    return subject.sessions.map { finding($0, subject) } + (await defaultAccount(subject))
      + named(subject)
  }

  private static func finding(
    _ session: StoredSession, _ subject: DoctorSubject
  ) -> DoctorFinding {
    let state = SessionState(session, now: subject.now)
    if case .spent = state {
      return .failed(
        name, "\(session.name): its session has ended",
        "sign in again with: \(session.signInCommand)", .sessionEnded)
    }
    if session.refreshMarker != nil {
      return .warning(
        name, "\(session.name): a refresh was interrupted, and its outcome is unknown",
        "find it out with: coatcheck refresh \(session.name)")
    }
    guard session.isRenewable || session.expiry == .never else {
      return .warning(
        name, "\(session.name): has no refresh token, so its session ends with the access token",
        "sign in again with the scope offline_access")
    }
    return .ok(name, "\(session.name): \(state.sentence)")
  }

  private static func defaultAccount(_ subject: DoctorSubject) async -> [DoctorFinding] {
    let chosen = try? await subject.context.store.defaultAccount()
    guard let chosen, !subject.sessions.contains(where: { $0.account == chosen })
    else { return [] }
    return [
      .failed(
        name, "the default account is not stored any more", "choose another with: coatcheck switch")
    ]
  }

  private static func named(_ subject: DoctorSubject) -> [DoctorFinding] {
    guard let wanted = AccountChoice.wanted(argument: nil, variable: subject.context.variable)
    else { return [] }
    do throws(CommandFailure) {
      _ = try AccountChoice.session(
        named: wanted, among: subject.sessions, defaultAccount: nil)
      return []
    } catch {
      return [.failed(name, "COATCHECK_ACCOUNT: \(error.message)", error.hint)]
    }
  }
}
