// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckCommand
import CoatcheckOAuth

/// Whether the providers respond with valid metadata, have the same time, and accept the accounts.
enum ProviderCheck: DoctorCheck {
  static let name = "provider"

  static func findings(_ subject: DoctorSubject) async throws -> [DoctorFinding] {
    guard subject.isOnline else { return [] }
    var findings: [DoctorFinding] = []
    for session in subject.sessions {
      if let problem = try await metadata(of: session, subject) {
        findings.append(problem)
        continue
      }
      let check = try await AccountCheck(session, in: subject.context)
      if let clock = check.clockSentence, abs(check.clockOffset ?? 0) > 30 {
        findings.append(
          .failed(name, "\(session.name): \(clock)", "set the clock of this machine", .unusable))
      }
      guard check.status != .success else {
        findings.append(.ok(name, "\(session.name): \(check.sentence)"))
        continue
      }
      let remedy =
        check.status == .sessionEnded
        ? "sign in again with: \(session.signInCommand)"
        : check.status == .unreachable ? "check the network, and try again later" : nil
      findings.append(.failed(name, "\(session.name): \(check.sentence)", remedy, check.status))
    }
    return findings
  }

  /// What is wrong with the metadata of an issuer that publishes some.
  private static func metadata(
    of session: StoredSession, _ subject: DoctorSubject
  ) async throws -> DoctorFinding? {
    guard session.profile == nil else { return nil }
    do {
      _ = try await Provider.discover(
        session.account.issuer, transport: subject.context.transport,
        environment: subject.context.environment)
      return nil
    } catch {
      try Task.checkCancellation()
      let failure = CommandFailure(error)
      let remedy =
        failure.status == .unreachable
        ? "check the network, and whether \(session.account.issuer) is right"
        : "ask who runs \(session.account.issuer): its metadata is not valid"
      return .failed(name, "\(session.name): \(failure.message)", remedy, failure.status)
    }
  }
}
