// SPDX-License-Identifier: Apache-2.0
import CoatcheckDocomo
import CoatcheckIDaaS
import CoatcheckKii
import CoatcheckNXOAuth2Client
import CoatcheckOCLC
import ArgumentParser
import Coatcheck
import CoatcheckCommand
import CoatcheckOAuth
import CoatcheckClient
import Foundation

/// The client that `coatcheck login` signs in to, and where its provider is.
struct ClientOptions: ParsableArguments, Sendable {
  @Option(help: ArgumentHelp("The identifier the provider gave to this client.", valueName: "id"))
  var clientID: String?

  @Option(
    help: ArgumentHelp(
      "A file that holds the client's secret on one line; - is standard input.", valueName: "file"))
  var clientSecretFile: String?

  @Option(
    help: ArgumentHelp(
      "Where the secret goes, for docomo and nx: basic (the Authorization field) or body.",
      valueName: "place"))
  var clientAuthentication: SecretPlace?

  @Option(
    help: ArgumentHelp(
      "A scope to ask for; may be given several times. Without it: openid, and offline_access where the provider has it.",
      valueName: "scope"))
  var scope: [String] = []

  @Option(
    help: ArgumentHelp(
      "The redirect URI as it was registered, if it is not http://127.0.0.1/callback with any port. Needs --paste.",
      valueName: "uri"))
  var redirectURI: String?

  @Option(
    help: ArgumentHelp(
      "Where docomo, kii or oclc is: a stand-in, or an installation of one's own.",
      valueName: "url"))
  var baseURL: String?

  @Flag(
    help:
      "Have the tokens bound to a key of this account, so that stolen tokens are useless; fails where the provider does not support it."
  )
  var dpop = false

  /// Where a client's secret goes.
  enum SecretPlace: String, ExpressibleByArgument, CaseIterable {
    case basic, body
  }

  /// Whom the options are for.
  var uses: [OptionUse] {
    [
      OptionUse("--client-id", clientID != nil, for: [.issuer, .docomo, .oclc, .nx, .idaas]),
      OptionUse(
        "--client-secret-file", clientSecretFile != nil, for: [.issuer, .docomo, .oclc, .nx]),
      OptionUse("--client-authentication", clientAuthentication != nil, for: [.docomo, .nx]),
      OptionUse("--scope", !scope.isEmpty, for: [.issuer, .docomo, .oclc, .nx]),
      OptionUse(
        "--redirect-uri", redirectURI != nil, for: [.issuer, .docomo, .oclc, .nx, .idaas]),
      OptionUse("--dpop", dpop, for: [.issuer]),
      OptionUse("--base-url", baseURL != nil, for: [.docomo, .kii, .oclc]),
    ]
  }

  /// The options as they were given, with whole paths.
  var words: [String] {
    var words = SignInOption.words("--client-id", clientID)
    words += SignInOption.words("--client-secret-file", clientSecretFile.map(SignInOption.path))
    words += SignInOption.words("--client-authentication", clientAuthentication?.rawValue)
    words += scope.flatMap { SignInOption.words("--scope", $0) }
    words += SignInOption.words("--redirect-uri", redirectURI)
    words += SignInOption.words("--base-url", baseURL)
    if dpop { words.append("--dpop") }
    return words
  }

  /// The scopes, each once; nil without any.
  var scopes: [Scope]? {
    scope.isEmpty ? nil : Scope.list(scope.joined(separator: " "))
  }

  /// Where the provider sends the user back to.
  var redirect: RedirectPolicy { RedirectOption.policy(redirectURI) }

  /// The client's secret, if there is a file with it.
  func secret() throws(CommandFailure) -> Secret? {
    guard let clientSecretFile else { return nil }
    return try SignInOption.secret(in: clientSecretFile, named: "client secret")
  }
}
