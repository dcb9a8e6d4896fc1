// SPDX-License-Identifier: Apache-2.0
import CoatcheckCommand
import CoatcheckHelpers
import CoatcheckJOSE
import Foundation

/// docker, and what reads its configuration (skopeo, crane, helm): a helper for one registry
/// ([credential helpers](https://docs.docker.com/reference/cli/docker/login/#credential-helpers)).
enum DockerSetup: ProgramSetup {
  static let name = "docker"
  static let argument = "the registry, such as registry.example:5000"

  static func changes(for target: SetupTarget) async throws(CommandFailure) -> [SetupChange] {
    let registry = try target.required(argument)
    let place = try Place(registry)
    let folder = try target.files.path(in: "DOCKER_CONFIG", orHome: ".docker")
    let file = try ConfigurationFile(folder + "/config.json")
    let edit = try edit(of: file, for: registry)
    return (edit.map { [.file(FileChange(file, [$0]))] } ?? []) + (try target.mapping(place))
  }

  private static func edit(
    of file: ConfigurationFile, for registry: String
  ) throws(CommandFailure) -> TextEdit? {
    let name = JSONValue.string(registry)
    let entry = "\(String(decoding: name.serialized(), as: UTF8.self)): \"coatcheck\""
    guard let text = file.text, !text.allSatisfy(\.isWhitespace) else {
      return TextEdit(
        offset: file.text?.utf8.count ?? 0, removed: "",
        inserted: "{\n\t\"credHelpers\": {\n\t\t\(entry)\n\t}\n}\n")
    }
    guard let object = JSONTextObject(text) else {
      throw CommandFailure(.failure, "\(file.path) is no JSON object")
    }
    guard let helpers = object.member("credHelpers") else {
      return object.inserting("\n\t\"credHelpers\": {\n\t\t\(entry)\n\t}", closing: "\n")
    }
    guard let known = JSONTextObject(text, at: helpers) else {
      throw CommandFailure(.failure, "credHelpers in \(file.path) is no JSON object")
    }
    guard let current = known.member(registry) else {
      return known.inserting("\n\t\t\(entry)", closing: "\n\t")
    }
    let value = String(text[bytes: current])
    return value == "\"coatcheck\""
      ? nil
      : TextEdit(offset: current.lowerBound, removed: value, inserted: "\"coatcheck\"")
  }
}
