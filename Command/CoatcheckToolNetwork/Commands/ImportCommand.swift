// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Coatcheck
import CoatcheckClient
import CoatcheckCommand
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation

/// `coatcheck import`.
struct ImportCommand: NetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Store a token that was obtained elsewhere as an account.",
    discussion: """
      The token is read from standard input or a file, never from the command line. The provider is \
      asked whether it accepts the token and whose it is; --no-check leaves that out. An ID token \
      is not kept, since it cannot be verified afterwards.
      """)

  @OptionGroup var place: ImportedIssuer

  @Option(help: ArgumentHelp("The client that the token was issued to.", valueName: "id"))
  var clientID: String

  @Option(
    help: ArgumentHelp(
      "A file that holds the client's secret on one line, if refreshing needs it.",
      valueName: "file"))
  var clientSecretFile: String?

  @Option(help: "The expected user of the token; without it, the provider identifies the user.")
  var subject: String?

  @Option(help: "The name to store the account under; without it, its subject.")
  var name: String?

  @OptionGroup var tokens: ImportedTokens

  @Flag(help: "Do not ask the provider whether it accepts the token.")
  var noCheck = false

  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard clientSecretFile != "-" else {
      throw ValidationError("--client-secret-file takes a file; standard input holds the token")
    }
    guard subject?.isEmpty != true else { throw ValidationError("--subject is empty") }
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    let name = try name.map { name throws(CommandFailure) in try AccountWord.name(name) }
    let secret = try clientSecretFile.map {
      Secret(try StandardInput.line(file: $0, named: "client secret"))
    }
    let grant = try tokens.grant(now: context.environment.now())
    let allowsVerification = try allowsVerification(about: grant, in: context)
    let provider = try await place.provider(in: context)
    let isProven = allowsVerification && provider.metadata.userInfoEndpoint != nil
    let subject = subject ?? (isProven ? nil : name)
    guard isProven || subject != nil else {
      throw CommandFailure(
        .usage, "the user of the token is unknown", code: "unknown_subject",
        hint: "identify it with --subject, or name the account with --name")
    }
    if let name {
      // The subject may not be known yet, so only the issuer and the client can differ from those of the
      // owner.
      try await context.requireFree(name: name) {
        $0.issuer == place.issuer && $0.clientID == clientID
          && (subject == nil || $0.subject == subject)
      }
    }
    let client = Client(
      of: provider, id: clientID, secret: secret, store: context.store, transport: context.transport
    ) { $0.environment = context.environment }
    let session = try await client.adopt(
      grant, subject: subject, scopes: grant.scopes ?? [], storedAs: name,
      check: isProven ? .userInfo : .trustingCaller)
    guard let stored = session.stored else {
      throw CommandFailure(.notSignedIn, "the account was signed out in the meantime")
    }
    try answer(stored, isNew: stored.generation == 1, isProven: isProven, in: context)
    return .success
  }

  /// Whether to ask the provider about the token: not with `--no-check`, and not if the token has expired.
  ///
  /// - Throws: A failure if it has expired and there is no refresh token.
  private func allowsVerification(
    about grant: TokenGrant, in context: CommandContext
  ) throws(CommandFailure) -> Bool {
    guard !noCheck else { return false }
    guard grant.expiry.isExpired(at: context.environment.now()) else { return true }
    guard grant.refreshToken != nil else {
      throw CommandFailure(
        .unusable, "the token has expired, and there is no refresh token", code: "token_expired")
    }
    // The first use of the account refreshes it, under the lock that keeps the new tokens.
    return false
  }

  private func answer(
    _ stored: StoredSession, isNew: Bool, isProven: Bool, in context: CommandContext
  ) throws {
    let status = AccountStatus(stored, isDefault: false, now: context.environment.now())
    try context.terminal.answer(
      UntrustedText.printable(stored.name),
      json: [
        "account": .string(stored.name), "issuer": .string(stored.account.issuer),
        "subject": .string(stored.account.subject), "new": .bool(isNew),
        "checked": .bool(isProven), "access_token": .object(status.accessTokenJSON),
        "refresh_token": .object(status.refreshTokenJSON), "store": .string(context.storePath),
      ], as: output)
    context.terminal.note(
      isProven
        ? "imported; the provider accepts the token"
        : "imported; it is not known whether the provider accepts the token")
    context.terminal.note("the session is kept in \(context.store.place.sentence)")
  }
}
