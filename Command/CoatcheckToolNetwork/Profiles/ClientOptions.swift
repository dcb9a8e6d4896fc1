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
struct ClientOptions: ParsableArguments, SignInOptionGroup, Sendable {
  @Option(help: ArgumentHelp("The identifier the provider gave to this client.", valueName: "id"))
  var clientID: String?

  @Option(
    help: ArgumentHelp(
      "A file that holds the client's secret on one line; - is standard input.", valueName: "file"))
  var clientSecretFile: String?

  @Option(
    help: ArgumentHelp(
      "How the secret is sent to docomo and nx: basic (the Authorization field) or body.",
      valueName: "place"))
  var clientAuthentication: SecretPlace?

  @Option(
    help: ArgumentHelp(
      "A scope to request; may be given several times. Without it: openid, and offline_access if the provider supports it.",
      valueName: "scope"))
  var scope: [String] = []

  @Option(
    help: ArgumentHelp(
      "A protected resource that the tokens are for, as an absolute URI; may be given several times.",
      valueName: "uri"))
  var resource: [String] = []

  @Option(
    help: ArgumentHelp(
      "The redirect URI as it was registered, if it is not http://127.0.0.1/callback with any port. Needs --paste.",
      valueName: "uri"))
  var redirectURI: String?

  @Option(
    help: ArgumentHelp(
      "The address of docomo, kii or oclc: a stand-in, or an installation of your own.",
      valueName: "url"))
  var baseURL: String?

  @Flag(
    help:
      "Bind the tokens to a key of this account, so that stolen tokens cannot be used; fails if the provider does not support it."
  )
  var dpop = false

  /// Where a client's secret goes.
  enum SecretPlace: String, ExpressibleByArgument, CaseIterable {
    case basic, body
  }

  var uses: [OptionUse] {
    [
      OptionUse("--client-id", clientID, for: [.issuer, .docomo, .oclc, .nx, .idaas]),
      OptionUse(
        "--client-secret-file", file: clientSecretFile, for: [.issuer, .docomo, .oclc, .nx]),
      OptionUse("--client-authentication", clientAuthentication?.rawValue, for: [.docomo, .nx]),
      OptionUse("--scope", scope, for: [.issuer, .docomo, .oclc, .nx]),
      OptionUse("--resource", resource, for: [.issuer]),
      OptionUse("--redirect-uri", redirectURI, for: [.issuer, .docomo, .oclc, .nx, .idaas]),
      OptionUse("--base-url", baseURL, for: [.docomo, .kii, .oclc]),
      OptionUse("--dpop", dpop, for: [.issuer]),
    ]
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
