// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckCommand
import CoatcheckOAuth

/// Signing in with an issuer that publishes its endpoints.
struct DiscoveredSignIn: SignInProfile {
  let issuer: String
  let client: ClientOptions

  var words: [String] { [issuer] + client.words }

  func check() throws {
    _ = try SignInOption.required(client.clientID, "--client-id", "id")
  }

  func plan(in context: CommandContext, asking prompt: UserPrompt) throws -> SignInPlan {
    var options = AuthorizationOptions()
    options.resources = client.resource
    return SignInPlan(
      place: .discovered(issuer: issuer), clientID: client.clientID ?? "",
      secret: try client.secret(), redirect: client.redirect, way: .browser(client.scopes, options),
      dpop: client.dpop ? .required() : .never)
  }
}
