// SPDX-License-Identifier: Apache-2.0

/// AWS's profiles with a credential process.
enum AWSCheck: DoctorCheck {
  static let name = "aws"

  static func findings(_ subject: DoctorSubject) async throws -> [DoctorFinding] {
    let files = AWSFiles(subject.files)
    guard let file = try? ConfigurationFile(files.configuration), let text = file.text else {
      return []
    }
    let headings = text.split(separator: "\n").filter { $0.hasPrefix("[") }
    let sections = AWSFiles.sections(file)
    var findings: [DoctorFinding] = []
    for heading in headings {
      guard let command = sections.value(of: "credential_process", in: { $0 == heading }),
        command.contains("coatcheck")
      else { continue }
      let profile = AWSFiles.name(heading).trimmingPrefix("profile ")
      findings.append(try finding(String(profile), command, files, subject))
    }
    return findings
  }

  private static func finding(
    _ profile: String, _ command: String, _ files: AWSFiles, _ subject: DoctorSubject
  ) throws -> DoctorFinding {
    if let trouble = subject.trouble(name, command: command) { return trouble }
    if try files.hasKeys(profile) {
      return .failed(
        name,
        "\(try files.credentials) has keys for the profile “\(profile)”, so coatcheck is not asked",
        "take them out there")
    }
    let words = command.split(separator: " ").map(String.init)
    let service = words.drop { $0 != "--sts" }.dropFirst().first ?? "https://sts.amazonaws.com"
    return subject.trouble(name, address: service)
      ?? .ok(name, "the profile “\(profile)” asks coatcheck")
  }
}
