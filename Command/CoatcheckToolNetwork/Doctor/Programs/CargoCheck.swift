// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE

/// cargo's credential providers.
enum CargoCheck: DoctorCheck {
  static let name = "cargo"

  static func findings(_ subject: DoctorSubject) async throws -> [DoctorFinding] {
    let path = try subject.files.path(in: "CARGO_HOME", orHome: ".cargo") + "/config.toml"
    guard let text = (try? ConfigurationFile(path))?.text else { return [] }
    let providers = text.split(separator: "\n").filter {
      $0.drop(while: \.isWhitespace).hasPrefix("credential-provider") && $0.contains("coatcheck")
    }
    guard !providers.isEmpty else { return [] }
    let troubles = providers.compactMap { line -> DoctorFinding? in
      // The TOML list of quoted words can be parsed as JSON.
      let list = "{\"words\":" + line.drop { $0 != "[" } + "}"
      let words = (try? JSONObject(parsing: Array(list.utf8)))?["words"]?.arrayValue
      let program = words?.compactMap(\.stringValue).first { !$0.hasPrefix("cargo:") }
      return program.flatMap { subject.trouble(name, command: $0) }
    }
    return troubles.isEmpty ? [.ok(name, "asks coatcheck")] : troubles
  }
}
