// SPDX-License-Identifier: Apache-2.0
import CoatcheckCommand
import CoatcheckHelpers

/// go: a command that authenticates to one server, before what was there
/// ([GOAUTH](https://pkg.go.dev/cmd/go#hdr-GOAUTH_environment_variable)).
enum GoSetup: ProgramSetup {
  static let name = "go"
  static let argument = "the address of the server, such as https://go.example"

  static func changes(for target: SetupTarget) async throws(CommandFailure) -> [SetupChange] {
    let place = try Place(target.required(argument))
    let file = try ConfigurationFile(path(target))
    let command = try target.plainCommand(["helper", "go", place.description])
    return (try change(of: file, command).map { [.file($0)] } ?? []) + (try target.mapping(place))
  }

  /// "GOENV: The location of the Go environment configuration file. […] Setting GOENV=off in the environment disables the
  /// use of the default configuration file."
  private static func path(_ target: SetupTarget) throws(CommandFailure) -> String {
    guard let named = target.path(in: "GOENV") else { return try target.configuration("go/env") }
    guard named != "off" else {
      throw CommandFailure(.failure, "GOENV is off: go reads no configuration file")
    }
    return named
  }

  private static func change(
    of file: ConfigurationFile, _ command: String
  ) throws(CommandFailure) -> FileChange? {
    let text = file.text ?? ""
    var offset = 0
    for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      defer { offset += line.count + 1 }
      guard let line = String(line), line.hasPrefix("GOAUTH=") else { continue }
      let value = line.dropFirst("GOAUTH=".count)
      let commands = value.split(separator: ";").map { $0.drop { $0 == " " } }
      if commands.contains(command[...]) { return nil }
      // "off" must be the only one.
      let inserted = "GOAUTH=\(command)" + (value == "off" || value.isEmpty ? "" : "; \(value)")
      return FileChange(file, [TextEdit(offset: offset, removed: line, inserted: inserted)])
    }
    // "The default is netrc", which stays.
    return .appending("GOAUTH=\(command); netrc\n", to: file)
  }
}
