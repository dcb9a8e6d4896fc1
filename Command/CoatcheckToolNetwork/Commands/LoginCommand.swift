// SPDX-License-Identifier: Apache-2.0
import CoatcheckDocomo
import CoatcheckIDaaS
import CoatcheckKii
import CoatcheckNXOAuth2Client
import CoatcheckOCLC
import ArgumentParser
import Coatcheck
import CoatcheckClient
import CoatcheckCommand
import CoatcheckJOSE
import CoatcheckOAuth

/// `coatcheck login ISSUER`, and `coatcheck login docomo` and the like.
struct LoginCommand: NetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "login",
    abstract: "Sign in and store the session.",
    discussion: """
      On a desktop with a browser ($BROWSER names the program); elsewhere with a code for another \
      device, where the provider has them, else by pasting back an address. The address to open is \
      always printed before a browser is tried. Without a screen and a terminal the command fails at \
      once. A stored session that is still valid is kept without a prompt. While another program \
      signs in the same account, this one waits.

      Providers that publish no endpoints are called by a name: docomo needs --client-secret-file and \
      --scope; kii needs --app-id, --app-key-file and either --username or --token-file; oclc needs \
      --scope or --configuration; nx is any provider by its --authorization-endpoint and \
      --token-endpoint; idaas needs --domain and --client-id.
      """)

  @Argument(
    help: ArgumentHelp(
      "The provider's issuer identifier, or one of \(SignInKind.profiles.joined(separator: ", ")).",
      valueName: "issuer"))
  var issuer: String

  @Option(
    help:
      "The name to store the account under; without it, its subject, or the name of the provider."
  )
  var name: String?

  @OptionGroup(title: "The client") var client: ClientOptions
  @OptionGroup(title: "For kii and nx") var credentials: PasswordOptions
  @OptionGroup(title: "For oclc and nx") var grant: GrantOptions
  @OptionGroup(title: "For kii") var kii: KiiOptions
  @OptionGroup(title: "For oclc") var oclc: OCLCOptions
  @OptionGroup(title: "For nx") var nx: NXOptionGroup
  @OptionGroup(title: "For idaas") var idaas: IDaaSOptions
  @OptionGroup(title: "How to ask") var asking: SignInSettings
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard let kind = SignInKind(argument: issuer) else {
      throw ValidationError(
        "“\(issuer)” is neither an issuer's address nor one of "
          + SignInKind.profiles.joined(separator: ", "))
    }
    let uses =
      client.uses + credentials.uses + grant.uses + kii.uses + oclc.uses + nx.uses + idaas.uses
      + asking.uses
    if let mistake = uses.lazy.compactMap({ $0.mistake(for: kind) }).first {
      throw ValidationError(mistake)
    }
    try profile.check()
    guard RedirectOption.policy(client.redirectURI) == .loopback || asking.paste else {
      throw ValidationError("--redirect-uri needs --paste: nothing here listens at that address")
    }
  }

  /// What the options mean.
  private var profile: any SignInProfile {
    switch SignInKind(argument: issuer) ?? .issuer {
    case .issuer: DiscoveredSignIn(issuer: issuer, client: client)
    case .docomo: DocomoSignIn(client: client)
    case .kii: KiiSignIn(client: client, credentials: credentials, options: kii)
    case .oclc: OCLCSignIn(client: client, grant: grant, options: oclc)
    case .idaas: IDaaSSignIn(client: client, options: idaas)
    case .nx: NXSignIn(client: client, credentials: credentials, grant: grant, endpoints: nx)
    }
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    let profile = profile
    let signIn = SignIn(
      profile: profile, name: name ?? profile.usualName,
      command: SignInCommand.text(profile.words, name: name), asking: asking, context: context)
    let (stored, isNew) = try await signIn.run()
    try answer(stored, isNew: isNew, in: context)
    return .success
  }

  private func answer(
    _ stored: StoredSession, isNew: Bool, in context: CommandContext
  ) throws {
    let name = UntrustedText.printable(stored.name)
    try context.terminal.answer(
      name,
      json: [
        "account": .string(stored.name), "issuer": .string(stored.account.issuer),
        "subject": .string(stored.account.subject), "new": .bool(isNew),
        "scope": .string(Scope.text(stored.scopes)), "store": .string(context.storePath),
      ], as: output)
    context.terminal.note(
      isNew
        ? "signed in as \(name); the session is kept in \(context.store.place.sentence)"
        : "already signed in as \(name); to sign in again, log out first")
  }
}
