// SPDX-License-Identifier: Apache-2.0
import CoatcheckDocomo
import ArgumentParser
import CoatcheckCommand
import CoatcheckOAuth
import CoatcheckClient

/// Signing in with docomo PhotoColle.
struct DocomoSignIn: SignInProfile {
  let client: ClientOptions

  /// No response of docomo identifies the user.
  var usualName: String? { "docomo" }

  var words: [String] { ["docomo"] + client.words }

  func check() throws {
    _ = try SignInOption.required(client.clientID, "--client-id", "id")
    _ = try SignInOption.required(client.clientSecretFile, "--client-secret-file", "file")
    guard client.scopes?.isEmpty == false else {
      throw ValidationError("docomo requires at least one --scope, such as PhotoGetContentsList")
    }
  }

  func plan(in context: CommandContext, asking prompt: UserPrompt) throws -> SignInPlan {
    let provider = try Provider.docomo(
      authority: client.baseURL ?? Provider.docomoAuthority,
      authentication: client.clientAuthentication == .body ? .post : .basic)
    return SignInPlan(
      place: .known(provider), clientID: client.clientID ?? "", secret: try client.secret(),
      redirect: client.redirect, way: .browser(client.scopes))
  }
}
