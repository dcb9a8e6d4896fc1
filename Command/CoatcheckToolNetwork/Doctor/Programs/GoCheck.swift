// SPDX-License-Identifier: Apache-2.0

/// go's `GOAUTH` commands.
enum GoCheck: DoctorCheck {
  static let name = "go"

  static func findings(_ subject: DoctorSubject) async throws -> [DoctorFinding] {
    let path = try subject.files.ofGo()
    let lines = (try? ConfigurationFile(path))?.text?.split(separator: "\n") ?? []
    let written = lines.last { $0.hasPrefix("GOAUTH=") }?.dropFirst("GOAUTH=".count)
    guard let written, written.contains("coatcheck") else { return [] }
    if let value = subject.files.path(in: "GOAUTH"), !value.contains("coatcheck") {
      return [
        .failed(name, "the variable GOAUTH hides what \(path) says", "unset GOAUTH")
      ]
    }
    let commands = written.split(separator: ";").map { String($0.drop { $0 == " " }) }
    let troubles = commands.filter { $0.contains("coatcheck") }.compactMap { command in
      subject.trouble(name, command: command)
        ?? command.split(separator: " ").last.flatMap {
          subject.trouble(name, address: String($0))
        }
    }
    return troubles.isEmpty ? [.ok(name, "asks coatcheck")] : troubles
  }
}
