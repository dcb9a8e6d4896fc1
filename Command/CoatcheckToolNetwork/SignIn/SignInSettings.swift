// SPDX-License-Identifier: Apache-2.0
import CoatcheckDocomo
import CoatcheckIDaaS
import CoatcheckNXOAuth2Client
import CoatcheckOCLC
import ArgumentParser
import Coatcheck
import CoatcheckClient
import CoatcheckCommand
import CoatcheckOAuth

/// How `coatcheck login` prompts the user. Without a flag, the environment decides.
struct SignInSettings: ParsableArguments, Sendable {
  @Flag(
    help: "Do not prompt: if a sign-in is needed, fail at once and print the command to run.")
  var noInteractive = false

  @Flag(help: "Sign in on another device with a code, on every machine.")
  var device = false

  @Flag(help: "Print the address, and read the pasted callback address.")
  var paste = false

  @Flag(help: "Only print the address; do not start a browser.")
  var noBrowser = false

  @Option(
    help: ArgumentHelp(
      "The port of 127.0.0.1 that --no-browser listens on; without it 49763, or any if that is taken.",
      valueName: "port"))
  var port: UInt16?

  @Option(help: ArgumentHelp("How long to wait for the user.", valueName: "seconds"))
  var timeout = 300

  /// The kinds of providers for each option: Kii has no pages, and only the metadata of an issuer announces
  /// device authorization.
  var uses: [OptionUse] {
    let browsers: Set<SignInKind> = [.issuer, .docomo, .oclc, .nx, .idaas]
    return [
      OptionUse("--device", device, for: [.issuer]),
      OptionUse("--paste", paste, for: browsers),
      OptionUse("--no-browser", noBrowser, for: browsers),
      OptionUse("--port", port.map { "\($0)" }, for: browsers),
    ]
  }

  func validate() throws {
    guard (1...3600).contains(timeout) else {
      throw ValidationError("--timeout is between 1 and 3600 seconds")
    }
    guard [noInteractive, device, paste, noBrowser].count(where: { $0 }) <= 1 else {
      throw ValidationError(
        "--no-interactive, --device, --paste and --no-browser exclude each other")
    }
  }

  private var choice: SystemSignIn.Choice {
    if noInteractive { return .never }
    if device { return .method(.device) }
    if paste { return .method(.pasteBack) }
    return noBrowser ? .method(.printedAddress) : .automatic
  }

  /// The sign-in method that these options select.
  ///
  /// - Parameters:
  ///   - context: What the command works with.
  ///   - command: The command to run at a terminal.
  ///   - asked: Called once a user is about to be asked.
  func way(
    in context: CommandContext, command: String,
    asked: @escaping @Sendable (SignInMethod) -> Void
  ) -> SystemSignIn {
    var way = SystemSignIn(
      signInEnvironment: .current, terminal: context.terminal.prompt,
      browser: SystemBrowser(variable: context.variable))
    way.choice = choice
    way.deadline = .seconds(timeout)
    way.command = command
    if let port { way.ports = [port] }
    way.willPrompt = asked
    return way
  }
}
