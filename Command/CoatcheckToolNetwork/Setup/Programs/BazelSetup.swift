// SPDX-License-Identifier: Apache-2.0
import CoatcheckCommand
import CoatcheckHelpers
import Foundation

/// Bazel: a credential helper for one host
/// ([--credential_helper](https://bazel.build/reference/command-line-reference#flag--credential_helper)).
enum BazelSetup: ProgramSetup {
  static let name = "bazel"
  static let argument = "the address of the server, such as https://cache.example"

  static func changes(for target: SetupTarget) async throws(CommandFailure) -> [SetupChange] {
    let place = try Place(target.required(argument))
    let file = try ConfigurationFile(target.files.home(".bazelrc"))
    // Bazel takes a path without arguments: the helper's name is that of a link.
    let link = URL(filePath: target.program).deletingLastPathComponent()
      .appending(path: "bazel-credential-coatcheck").path
    guard access(link, X_OK) == 0, !link.contains(where: \.isWhitespace) else {
      throw CommandFailure(
        .failure, "there is no \(link), by which Bazel starts the helper",
        hint: "make it a link to \(target.program)")
    }
    let line = "common --credential_helper=\(place.host)=\(link)"
    let isThere = (file.text ?? "").split(separator: "\n").contains { $0 == line }
    return (isThere ? [] : [.file(.appending(line + "\n", to: file))]) + (try target.mapping(place))
  }
}
