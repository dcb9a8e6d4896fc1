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
    let path = try target.files.ofGo()
    guard path != "off" else {
      throw CommandFailure(.failure, "GOENV is off: go reads no configuration file")
    }
    let file = try ConfigurationFile(path)
    let command = try target.plainCommand(["helper", "go", place.description])
    return (try change(of: file, command).map { [.file($0)] } ?? []) + (try target.mapping(place))
  }

  private static func change(
    of file: ConfigurationFile, _ command: String
  ) throws(CommandFailure) -> FileChange? {
    for line in file.lines where line.text.hasPrefix("GOAUTH=") {
      let value = line.text.dropFirst("GOAUTH=".count)
      let commands = value.split(separator: ";").map { $0.drop { $0 == " " } }
      if commands.contains(command[...]) { return nil }
      // "off" cannot stand beside other commands.
      let inserted = "GOAUTH=\(command)" + (value == "off" || value.isEmpty ? "" : "; \(value)")
      return FileChange(
        file,
        [TextEdit(offset: line.range.lowerBound, removed: String(line.text), inserted: inserted)])
    }
    // "The default is netrc", which stays.
    return .appending("GOAUTH=\(command); netrc\n", to: file)
  }
}
