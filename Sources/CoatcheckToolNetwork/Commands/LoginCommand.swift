// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Coatcheck
import CoatcheckClient
import CoatcheckCommand
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckProviders
import Synchronization

/// `coatcheck login ISSUER`.
struct LoginCommand: NetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "login",
    abstract: "Sign in with a browser and store the session.",
    discussion: """
      The address to open is printed before a browser is tried. $BROWSER names the browser program. \
      A session that is stored already and still good is kept, and no browser is opened.
      """)

  @Argument(help: ArgumentHelp("The provider's issuer identifier.", valueName: "issuer"))
  var issuer: String

  @Option(help: ArgumentHelp("The identifier the provider gave to this client.", valueName: "id"))
  var clientID: String

  @Option(
    help: ArgumentHelp(
      "A file that holds the client's secret on one line; - is standard input.", valueName: "file"))
  var clientSecretFile: String?

  @Option(
    help: ArgumentHelp(
      "A scope to ask for; may be given several times. Without it: openid, and offline_access where the provider has it.",
      valueName: "scope"))
  var scope: [String] = []

  @Option(help: "The name to store the account under; without it, its subject.")
  var name: String?

  @Flag(help: "Only print the address; do not start a browser.")
  var noBrowser = false

  @Option(help: ArgumentHelp("How long to wait for the person.", valueName: "seconds"))
  var timeout = 300

  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard (1...3600).contains(timeout) else {
      throw ValidationError("--timeout is between 1 and 3600 seconds")
    }
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    let secret = try clientSecretFile.map { file in
      Secret(try StandardInput.line(file: file == "-" ? nil : file, named: "client secret"))
    }
    try await checkName(in: context)
    let provider = try await Provider.discover(
      issuer, transport: context.transport, environment: context.environment)
    let prompted = Mutex(false)
    let client = client(provider, secret, in: context) { prompted.withLock { $0 = true } }
    let session = try await client.signIn(scopes: scopes(provider), storedAs: name)
    guard let stored = session.stored else {
      throw CommandFailure(.notSignedIn, "the account was signed out meanwhile")
    }
    try answer(stored, isNew: prompted.withLock { $0 }, in: context)
    return .success
  }

  /// A name means one account, for ever: it is not silently given to another.
  private func checkName(in context: CommandContext) async throws {
    guard let name else { return }
    let owner = try await context.store.sessions().first { $0.name == name }?.account
    guard owner == nil || (owner?.issuer == issuer && owner?.clientID == clientID) else {
      throw CommandFailure(
        .usage, "the name “\(name)” belongs to an account of another provider or client",
        code: "name_in_use", hint: "choose another --name, or run: coatcheck logout \(name)")
    }
  }

  private func client(
    _ provider: Provider, _ secret: Secret?, in context: CommandContext,
    prompted: @escaping @Sendable () -> Void
  ) -> Client {
    let prompt = SignInPrompt(
      terminal: context.terminal, browser: noBrowser ? nil : Browser(variable: context.variable),
      variable: context.variable, shown: prompted)
    let agent = PatientUserAgent(
      seconds: timeout, environment: context.environment, prompt: prompt)
    return Client(
      of: provider, id: clientID, secret: secret, redirect: .loopback, store: context.store,
      userAgent: agent, transport: context.transport, environment: context.environment)
  }

  private func scopes(_ provider: Provider) -> [Scope] {
    guard scope.isEmpty else { return scope.flatMap { Scope.list($0) } }
    let offline = provider.metadata.scopesSupported?.contains(Scope.offlineAccess.rawValue) == true
    return offline ? [.openID, .offlineAccess] : [.openID]
  }

  private func answer(
    _ stored: StoredSession, isNew: Bool, in context: CommandContext
  ) throws {
    let name = UntrustedText.printable(stored.name)
    if output.json {
      try context.terminal.answer(
        json: [
          "account": .string(stored.name), "issuer": .string(stored.account.issuer),
          "subject": .string(stored.account.subject), "new": .bool(isNew),
          "scope": .string(Scope.text(stored.scopes)), "store": .string(context.storePath),
        ])
    } else {
      try context.terminal.answer(name)
    }
    context.terminal.note(
      isNew
        ? "signed in as \(name); the session is kept in \(context.storePath) "
          + "(plain files that only you can read)"
        : "already signed in as \(name); to sign in anew, log out first")
  }
}
