// SPDX-License-Identifier: Apache-2.0
import CoatcheckCommand
import CoatcheckHelpers
import CoatcheckJOSE

/// cargo: a provider of credentials for one registry
/// ([registry authentication](https://doc.rust-lang.org/cargo/reference/registry-authentication.html)).
enum CargoSetup: ProgramSetup {
  static let name = "cargo"
  static let argument = "the registry in cargo's configuration"

  static func changes(for target: SetupTarget) async throws(CommandFailure) -> [SetupChange] {
    let registry = try target.required(argument)
    let folder = try target.files.path(in: "CARGO_HOME", orHome: ".cargo")
    let file = try ConfigurationFile(folder + "/config.toml")
    let text = SectionedText(file) { $0.hasPrefix("[") }
    let isRegistry = { (line: Substring) in
      ["[registries.\(registry)]", "[registries.\"\(registry)\"]"].contains(String(line))
    }
    guard let index = text.value(of: "index", in: isRegistry) else {
      throw CommandFailure(
        .usage, "\(file.path) has no registry “\(UntrustedText.printable(registry))” with an index",
        hint: "write its index there first")
    }
    let address = index.trimmingPrefix { "\"'".contains($0) }.prefix { !"\"'".contains($0) }
    let place = try Place(String(address.trimmingPrefix("sparse+")))
    // `cargo:token-from-stdout` starts the helper whenever cargo needs a token.
    let provider = ["cargo:token-from-stdout", target.program, "helper", "cargo"]
    let words = provider.map { String(decoding: JSONValue.string($0).serialized(), as: UTF8.self) }
    let value = "[" + words.joined(separator: ", ") + "]"
    let change =
      text.value(of: "credential-provider", in: isRegistry) == value
      ? nil
      : text.replacing(
        ["credential-provider"], in: isRegistry, by: ["credential-provider = \(value)"])
    return (change.map { [.file($0)] } ?? []) + (try target.mapping(place))
  }
}
