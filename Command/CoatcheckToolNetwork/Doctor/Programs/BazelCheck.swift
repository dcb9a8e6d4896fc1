// SPDX-License-Identifier: Apache-2.0

/// Bazel's credential helpers.
enum BazelCheck: DoctorCheck {
  static let name = "bazel"

  static func findings(_ subject: DoctorSubject) async throws -> [DoctorFinding] {
    let path = try subject.files.home(".bazelrc")
    let text = (try? ConfigurationFile(path))?.text ?? ""
    let helpers = text.matches(of: /--credential_helper=(?:([^=\s]+)=)?(\S*coatcheck\S*)/)
    guard !helpers.isEmpty else { return [] }
    let troubles = helpers.compactMap { helper -> DoctorFinding? in
      subject.trouble(name, command: String(helper.2))
        ?? helper.1.flatMap { host in
          host.contains("*") ? nil : subject.trouble(name, address: "https://\(host)")
        }
    }
    return troubles.isEmpty ? [.ok(name, "asks coatcheck")] : troubles
  }
}
