// SPDX-License-Identifier: Apache-2.0
import CoatcheckNXOAuth2Client
import ArgumentParser
import CoatcheckClient
import CoatcheckCommand
import CoatcheckOAuth

/// The endpoints of a provider in the manner of NXOAuth2Client.
struct NXOptionGroup: ParsableArguments, SignInOptionGroup, Sendable {
  @Option(help: ArgumentHelp("The authorization endpoint.", valueName: "url"))
  var authorizationEndpoint: String?

  @Option(help: ArgumentHelp("The token endpoint.", valueName: "url"))
  var tokenEndpoint: String?

  @Option(help: ArgumentHelp("The revocation endpoint.", valueName: "url"))
  var revocationEndpoint: String?

  @Option(
    help: ArgumentHelp(
      "The member of a token response that identifies the user.", valueName: "name"))
  var subjectMember: String?

  @Option(
    help: ArgumentHelp(
      "The token type if the response has no type; OAuth unless given.",
      valueName: "type"))
  var tokenType: String?

  var uses: [OptionUse] {
    [
      OptionUse("--authorization-endpoint", authorizationEndpoint, for: [.nx]),
      OptionUse("--token-endpoint", tokenEndpoint, for: [.nx]),
      OptionUse("--revocation-endpoint", revocationEndpoint, for: [.nx]),
      OptionUse("--subject-member", subjectMember, for: [.nx]),
      OptionUse("--token-type", tokenType, for: [.nx]),
    ]
  }
}

/// Signing in with any provider by its endpoints, in the manner of NXOAuth2Client.
struct NXSignIn: SignInProfile {
  let client: ClientOptions
  let credentials: PasswordOptions
  let grant: GrantOptions
  let endpoints: NXOptionGroup

  /// No response identifies the user, unless `--subject-member` names the member that does.
  var usualName: String? { endpoints.subjectMember == nil ? credentials.username ?? "nx" : nil }

  var words: [String] {
    ["nx"] + endpoints.words + client.words + credentials.words + grant.words
  }

  func check() throws {
    _ = try SignInOption.required(client.clientID, "--client-id", "id")
    _ = try SignInOption.required(
      endpoints.authorizationEndpoint, "--authorization-endpoint", "url")
    _ = try SignInOption.required(endpoints.tokenEndpoint, "--token-endpoint", "url")
    try credentials.check()
    guard credentials.username == nil || !grant.clientCredentials else {
      throw ValidationError("--username and --client-credentials exclude each other")
    }
    guard !grant.clientCredentials || client.clientSecretFile != nil else {
      throw ValidationError("--client-credentials needs --client-secret-file")
    }
  }

  func plan(in context: CommandContext, asking prompt: UserPrompt) throws -> SignInPlan {
    var options = NXOptions()
    options.subjectMember = endpoints.subjectMember
    options.revocationEndpoint = endpoints.revocationEndpoint
    if let type = endpoints.tokenType { options.defaultTokenType = type }
    if client.clientAuthentication == .basic { options.clientAuthentication = .basic }
    let provider = try Provider.nx(
      authorizationEndpoint: endpoints.authorizationEndpoint ?? "",
      tokenEndpoint: endpoints.tokenEndpoint ?? "", options: options)
    return SignInPlan(
      place: .known(provider), clientID: client.clientID ?? "", secret: try client.secret(),
      redirect: client.redirect, way: way(asking: prompt))
  }

  private func way(asking prompt: UserPrompt) -> SignInPlan.Way {
    let scopes = client.scopes ?? []
    if grant.clientCredentials { return .own(scopes) }
    guard let username = credentials.username else { return .browser(scopes) }
    return .direct {
      let password = try await credentials.password(
        of: username, at: "the provider", asking: prompt)
      return GrantSignIn(.password(username: username, password: password), scopes: scopes)
    }
  }
}
