// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckCommand
import CoatcheckHelpers
import CoatcheckOAuth
import Foundation

/// Whether the list of places can be used, and each of its accounts has what its place needs.
enum PlacesCheck: DoctorCheck {
  static let name = "places"

  static func findings(_ subject: DoctorSubject) async throws -> [DoctorFinding] {
    do throws(CommandFailure) {
      _ = try PlacesFile.rules(variable: subject.context.variable)
    } catch {
      return [.failed(name, error, .misconfigured)]
    }
    let troubles = subject.rules.rules.flatMap { findings($0, subject) }
    let count = subject.rules.rules.count
    return troubles.isEmpty && count > 0 ? [.ok(name, "\(count) on the list")] : troubles
  }

  private static func findings(
    _ rule: PlaceRule, _ subject: DoctorSubject
  ) -> [DoctorFinding] {
    let session: StoredSession
    let map = "choose another with: coatcheck helper map \(rule.place) ACCOUNT"
    do throws(CommandFailure) {
      session = try AccountChoice.session(
        named: rule.account, among: subject.sessions, defaultAccount: nil)
    } catch {
      return [.failed(name, "\(rule.place): \(error.message)", map)]
    }
    do throws(CommandFailure) {
      _ = try Credential(session, as: rule.form)
    } catch {
      return [.failed(name, "\(rule.place): \(error.message)", error.hint ?? map)]
    }
    guard let end = session.expiry.date, rule.form.token == .access else { return [] }
    let life = end.timeIntervalSince(session.obtainedAt)
    let wanted = rule.form.minimumLife ?? 60
    guard life > 0, life < wanted else { return [] }
    return [
      .warning(
        name,
        "\(rule.place): tokens of “\(session.name)” last \(TimeLeft.text(life)), less than the place needs",
        "have the provider give tokens that last longer, or set min-life in the list")
    ]
  }
}
