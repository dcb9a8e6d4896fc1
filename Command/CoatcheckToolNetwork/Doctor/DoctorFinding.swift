// SPDX-License-Identifier: Apache-2.0
import CoatcheckCommand
import CoatcheckJOSE
import Foundation

/// One finding of `coatcheck doctor`: what was checked, and the result.
struct DoctorFinding: Sendable {
  enum Severity: String, Sendable {
    case ok, warning, failed
  }

  /// What it is about: `store`, `places`, `git` and so on.
  let subject: String
  let severity: Severity
  /// What was found.
  let sentence: String
  /// What the user can do about it.
  let remedy: String?
  /// How the command ends if this is the first thing that fails.
  let status: ExitStatus

  static func ok(_ subject: String, _ sentence: String) -> DoctorFinding {
    DoctorFinding(
      subject: subject, severity: .ok, sentence: sentence, remedy: nil, status: .success)
  }

  static func warning(_ subject: String, _ sentence: String, _ remedy: String) -> DoctorFinding {
    DoctorFinding(
      subject: subject, severity: .warning, sentence: sentence, remedy: remedy, status: .success)
  }

  static func failed(
    _ subject: String, _ sentence: String, _ remedy: String?,
    _ status: ExitStatus = .misconfigured
  ) -> DoctorFinding {
    DoctorFinding(
      subject: subject, severity: .failed, sentence: sentence, remedy: remedy, status: status)
  }

  /// A failed check, with the message and the hint of the failure.
  static func failed(
    _ subject: String, _ failure: CommandFailure, _ status: ExitStatus? = nil
  ) -> DoctorFinding {
    .failed(subject, failure.message, failure.hint, status ?? failure.status)
  }

  /// The finding as text, and below it the remedy.
  var lines: [String] {
    let word = severity.rawValue.padding(toLength: 8, withPad: " ", startingAt: 0)
    return ["\(word)\(subject): \(sentence)"]
      + (remedy.map { [String(repeating: " ", count: 8) + "→ " + $0] } ?? [])
  }

  /// The same as JSON.
  var json: JSONObject {
    var json: JSONObject = [
      "subject": .string(subject), "severity": .string(severity.rawValue),
      "message": .string(UntrustedText.printable(sentence, limit: 1024)),
    ]
    json["remedy"] = remedy.map { .string(UntrustedText.printable($0, limit: 1024)) }
    if severity == .failed { json["status"] = .string(status.name) }
    return json
  }
}
