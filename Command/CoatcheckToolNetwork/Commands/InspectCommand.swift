// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckClient
import CoatcheckCommand
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation

/// `coatcheck inspect TOKEN`.
struct InspectCommand: NetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Print the header and the claims of a signed token (JWT).",
    discussion: """
      Without --verify nothing is checked: any program can write such a token. With --verify the \
      signature is checked with the keys that the issuer publishes. Which issuer to trust is your \
      choice, not the token's: it is the one given by --issuer, else one you are signed in at.
      """)

  @Argument(help: "The token; - reads it from standard input and keeps it off the process list.")
  var token: String

  @Flag(help: "Check the signature, the issuer and the time of the token.")
  var verify = false

  @Option(help: ArgumentHelp("The issuer to trust for --verify.", valueName: "url"))
  var issuer: String?

  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard issuer == nil || verify else { throw ValidationError("--issuer needs --verify") }
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    let compact = try token == "-" ? StandardInput.line(named: "token") : token
    let text = try TokenText(compact)
    let verified = verify ? try await verified(compact, text, in: context) : nil
    if output.json {
      var answer: JSONObject = [
        "verified": .bool(verified != nil),
        "header": .object(text.header), "claims": .object(text.claims),
      ]
      if let verified { answer["verified_by"] = .string(verified.issuer.text) }
      try context.terminal.answer(json: answer)
      return .success
    }
    try context.terminal.answer(verified?.sentence ?? Self.warning)
    try show("header", text.header, in: context)
    try show("claims", text.claims, in: context)
    return .success
  }

  private static let warning =
    "NOT VERIFIED: any program can write such a token. Check the signature with --verify."

  private func verified(
    _ compact: String, _ text: TokenText, in context: CommandContext
  ) async throws -> TokenVerification {
    let trusted = try await trustedIssuer(text, in: context)
    return try await TokenVerification(
      of: compact, by: trusted, transport: context.transport, environment: context.environment)
  }

  private func trustedIssuer(_ text: TokenText, in context: CommandContext) async throws -> Issuer {
    if let issuer { return try Issuer(issuer) }
    let claimed = text.claims["iss"]?.stringValue
    let known = try await context.store.sessions().map(\.account.issuer)
    guard let claimed, known.contains(claimed) else {
      throw CommandFailure(
        .usage, "the token's issuer is not one you are signed in at", code: "unknown_issuer",
        hint: "name the issuer you trust with --issuer URL")
    }
    return try Issuer(claimed)
  }

  private func show(_ title: String, _ object: JSONObject, in context: CommandContext) throws {
    try context.terminal.answer(title)
    for (name, value) in object {
      let text = String(decoding: value.serialized(), as: UTF8.self)
      let time = ["exp", "iat", "nbf", "auth_time"].contains(name) ? Self.time(value) : nil
      let line = "  \(UntrustedText.printable(name)): \(UntrustedText.printable(text, limit: 2000))"
      try context.terminal.answer(line + (time.map { "  (\($0))" } ?? ""))
    }
  }

  private static func time(_ value: JSONValue) -> String? {
    guard let seconds = value.doubleValue, abs(seconds) < 1e11 else { return nil }
    return Date(timeIntervalSince1970: seconds).formatted(.iso8601)
  }
}
