// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckCommand
import CoatcheckHelpers
import CoatcheckJOSE

/// `coatcheck helper places`.
struct HelperPlacesCommand: NetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "places", abstract: "List the places that get credentials.")

  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) async throws -> ExitStatus {
    let rules = try PlacesFile.rules(variable: context.variable).rules
    if output.json {
      try context.terminal.answer(json: ["places": .array(rules.map { .object($0.json) })])
    } else {
      for rule in rules { try context.terminal.answer(UntrustedText.printable(rule.line)) }
    }
    return .success
  }
}

extension PlaceRule {
  /// The rule, for `--json`.
  var json: JSONObject {
    var json: JSONObject = [
      "place": .string(place.description), "account": .string(account),
      "token": .string(form.token.rawValue),
    ]
    json["username"] = form.username.map(JSONValue.string)
    json["scheme"] = form.scheme.map { .string($0.rawValue) }
    json["min_life"] = form.minimumLife.map { .number(JSONNumber(Int($0))) }
    return json
  }
}
