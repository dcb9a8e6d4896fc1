// SPDX-License-Identifier: Apache-2.0
import Foundation

/// git's credential helpers, as `git config` prints them.
enum GitCheck: DoctorCheck {
  static let name = "git"

  static func findings(_ subject: DoctorSubject) async throws -> [DoctorFinding] {
    let variable = subject.context.variable
    guard let git = ProgramPath.find("git", variable: variable),
      let text = await ProgramOutput.of(
        git,
        [
          "config", "--global", "-z", "--get-regexp",
          #"^credential\..*helper$|^credential.helper$"#,
        ])
    else { return [] }
    // "-z: always end values with the null character […] Use newline instead as a delimiter between key and value."
    var helpers: [String: [String]] = [:]
    for entry in text.split(separator: "\0") {
      let parts = entry.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count > 1 ? String(parts[1]) : ""
      // "If credential.helper is configured to the empty string, this resets the helper list to empty".
      helpers[String(parts[0]), default: []] += [value]
    }
    let found = helpers.sorted { $0.key < $1.key }.flatMap { findings($0.key, $0.value, subject) }
    let isUsed = helpers.values.joined().contains { $0.contains("coatcheck") }
    return found.isEmpty && isUsed ? [.ok(name, "asks coatcheck")] : found
  }

  private static func findings(
    _ key: String, _ values: [String], _ subject: DoctorSubject
  ) -> [DoctorFinding] {
    let list = Array((values.lastIndex(of: "").map { values[($0 + 1)...] }) ?? values[...])
    guard let ours = list.firstIndex(where: { $0.contains("coatcheck") }) else { return [] }
    var findings: [DoctorFinding] = []
    if let other = list[..<ours].first {
      findings.append(
        .failed(
          name,
          "the helper “\(other)” is asked before coatcheck, and hands out tokens that have ended",
          "put an empty “helper =” before that of coatcheck in \(key)"))
    }
    if list[ours].split(separator: " ").first == "coatcheck",
      ProgramPath.find("git-credential-coatcheck", variable: subject.context.variable) == nil
    {
      findings.append(
        .failed(
          name, "there is no git-credential-coatcheck in PATH",
          "make it a link to coatcheck in a folder of PATH"))
    } else if let trouble = subject.trouble(name, command: list[ours]) {
      findings.append(trouble)
    }
    // The key is like credential.https://git.example.helper.
    let address = key.dropFirst("credential.".count).dropLast(".helper".count)
    if key != "credential.helper", let trouble = subject.trouble(name, address: String(address)) {
      findings.append(trouble)
    }
    return findings
  }
}
