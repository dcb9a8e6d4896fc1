// SPDX-License-Identifier: Apache-2.0
import CoatcheckHelpers

/// Passwords in `~/.netrc`, which curl, git and Python's requests send in the place of a token.
enum NetrcCheck: DoctorCheck {
  static let name = "netrc"

  static func findings(_ subject: DoctorSubject) async throws -> [DoctorFinding] {
    let path = try subject.files.path(in: "NETRC", orHome: ".netrc")
    guard let text = (try? ConfigurationFile(path))?.text else { return [] }
    let words = text.split(whereSeparator: \.isWhitespace)
    let machines = zip(words, words.dropFirst()).filter { $0.0 == "machine" }.map(\.1)
    let hosts = Set(subject.rules.rules.map(\.place.host))
    return machines.filter { hosts.contains(String($0)) }.map { machine in
      .warning(
        name, "\(path) has a password for \(machine), which programs send in the place of a token",
        "remove that line")
    }
  }
}
