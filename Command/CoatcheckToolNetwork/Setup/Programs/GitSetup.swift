// SPDX-License-Identifier: Apache-2.0
import CoatcheckCommand
import CoatcheckHelpers

/// git: a helper for one server, with no other one before it
/// ([gitcredentials](https://git-scm.com/docs/gitcredentials)).
enum GitSetup: ProgramSetup {
  static let name = "git"
  static let argument = "the address of the server, such as https://git.example"

  static func changes(for target: SetupTarget) async throws(CommandFailure) -> [SetupChange] {
    let place = try Place(target.required(argument))
    let file = try ConfigurationFile(path(target))
    let heading = "[credential \"\(place)\"]"
    let helper = "\thelper = " + quoted("!" + target.command(["helper", "git"]))
    let text = file.text ?? ""
    let isThere = text.split(separator: "\n").contains { $0 == helper } && text.contains(heading)
    // "If credential.helper is configured to the empty string, this resets the helper list to empty": one that stores
    // credentials would hand out a token that has ended.
    let section = [heading, "\thelper =", helper].map { $0 + "\n" }.joined()
    return (isThere ? [] : [.file(.appending(section, to: file))])
      + (try target.mapping(place))
  }

  /// git-config, FILES: "$XDG_CONFIG_HOME/git/config, ~/.gitconfig: User-specific configuration files. […] if only one of
  /// these files exists" it is the one that is written to.
  private static func path(_ target: SetupTarget) throws(CommandFailure) -> String {
    if let path = target.files.path(in: "GIT_CONFIG_GLOBAL") { return path }
    return try target.files.path(home: ".gitconfig", orConfiguration: "git/config")
  }

  /// git-config, Values: inside double quotes, `"` and `\` are escaped.
  private static func quoted(_ value: String) -> String {
    guard value.contains(where: { "\"\\;#'".contains($0) }) else { return value }
    return "\"" + value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
