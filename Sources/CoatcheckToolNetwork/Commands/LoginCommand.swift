// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Coatcheck
import CoatcheckClient
import CoatcheckCommand
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckProviders
import Synchronization

/// Whether a person was asked.
private final class Prompted: Sendable {
  private let noted = Mutex(false)
  var isNoted: Bool { noted.withLock { $0 } }
  func note() { noted.withLock { $0 = true } }
}

/// `coatcheck login ISSUER`.
struct LoginCommand: NetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "login",
    abstract: "Sign in and store the session.",
    discussion: """
      On a desktop with a browser ($BROWSER names the program); elsewhere with a code for another \
      device, where the provider has them, else by pasting back an address. The address to open is \
      always printed before a browser is tried. Where there is neither a screen nor a terminal nobody \
      is asked, and the command fails at once. A session that is stored already and still good is \
      kept, and nobody is asked. While another program asks for the same account, this one waits.
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

  @OptionGroup var asking: SignInSettings
  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) async throws -> ExitStatus {
    let secret = try clientSecretFile.map { file in
      Secret(try StandardInput.line(file: file == "-" ? nil : file, named: "client secret"))
    }
    try await checkName(in: context)
    let provider = try await Provider.discover(
      issuer, transport: context.transport, environment: context.environment)
    let prompted = Prompted()
    let way = asking.way(in: context, command: command) { _ in prompted.note() }
    let client = Client(
      of: provider, id: clientID, secret: secret, redirect: .loopback, store: context.store,
      signIn: way, transport: context.transport, environment: context.environment)
    let session = try await signIn(to: client)
    guard let stored = session.stored else {
      throw CommandFailure(.notSignedIn, "the account was signed out meanwhile")
    }
    try answer(stored, isNew: prompted.isNoted, in: context)
    return .success
  }

  private func signIn(to client: Client) async throws -> Session {
    let scopes = scopes(client.provider)
    do {
      return try await client.signIn(scopes: scopes, storedAs: name)
    } catch {
      throw failure(error)
    }
  }

  private func failure(_ error: OAuthError) -> CommandFailure {
    guard error.isUnanswered else { return CommandFailure(error) }
    return CommandFailure(
      .cancelled, "nobody completed the sign-in within \(asking.timeout) s",
      code: error.code.rawValue)
  }

  /// What to run where a person is.
  private var command: String {
    var words = ["coatcheck", "login", issuer, "--client-id", clientID]
    if let clientSecretFile { words += ["--client-secret-file", clientSecretFile] }
    for scope in scope { words += ["--scope", scope] }
    if let name { words += ["--name", name] }
    return words.map(ShellWord.quoted).joined(separator: " ")
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
        ? "signed in as \(name); the session is kept in \(context.store.place.sentence)"
        : "already signed in as \(name); to sign in anew, log out first")
  }
}
