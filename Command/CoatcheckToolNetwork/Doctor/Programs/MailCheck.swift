// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import Foundation

/// The password commands of msmtp and mbsync.
enum MailCheck: DoctorCheck {
  static let name = "mail"

  static func findings(_ subject: DoctorSubject) async throws -> [DoctorFinding] {
    let files = subject.files
    let paths = [
      MsmtpSetup.name: [try files.home(".msmtprc"), try files.configuration("msmtp/config")],
      MbsyncSetup.name: [try files.home(".mbsyncrc"), try files.configuration("isyncrc")],
    ]
    return paths.sorted { $0.key < $1.key }
      .flatMap { program, paths in paths.flatMap { findings($0, of: program, subject) } }
  }

  private static func findings(
    _ path: String, of program: String, _ subject: DoctorSubject
  ) -> [DoctorFinding] {
    guard let file = try? ConfigurationFile(path), let text = file.text else { return [] }
    let commands = text.split(separator: "\n").compactMap { line -> String? in
      let words = line.split(maxSplits: 1, whereSeparator: \.isWhitespace)
      guard words.count == 2, ["passwordeval", "passcmd"].contains(words[0].lowercased()),
        words[1].contains("coatcheck")
      else { return nil }
      return words[1].trimmingCharacters(in: CharacterSet(charactersIn: "\"'+ \t\r"))
    }
    guard !commands.isEmpty else { return [] }
    let troubles = commands.compactMap { command in
      subject.trouble(name, command: command, of: program) ?? account(command, subject)
    }
    return troubles.isEmpty ? [.ok(name, "\(path) asks coatcheck")] : troubles
  }

  /// The finding for a command `coatcheck helper mail ACCOUNT` whose account is not stored.
  private static func account(_ command: String, _ subject: DoctorSubject) -> DoctorFinding? {
    let words = command.split(separator: " ").map(String.init)
    guard words.count == 4, words[1...2] == ["helper", "mail"],
      !subject.sessions.contains(where: { $0.name == words[3] })
    else { return nil }
    return .failed(
      name, "no stored account is called “\(words[3])”", "list them with: coatcheck accounts")
  }
}
