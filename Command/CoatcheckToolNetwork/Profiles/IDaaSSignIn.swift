// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaS
import ArgumentParser
import Coatcheck
import CoatcheckCommand
import CoatcheckOAuth
import CoatcheckClient

/// Signing in with Weibo at a tenant of the identity service, and verifying a phone number on the pages of
/// the tenant.
struct IDaaSSignIn: SignInProfile {
  let client: ClientOptions
  let options: IDaaSOptions

  var words: [String] { ["idaas"] + options.words + client.words }

  func check() throws {
    _ = try SignInOption.required(options.domain, "--domain", "url")
    _ = try SignInOption.required(client.clientID, "--client-id", "id")
  }

  func plan(in context: CommandContext, asking prompt: UserPrompt) throws -> SignInPlan {
    var configuration = try IDaaSConfiguration(
      domain: options.domain ?? "", clientID: client.clientID ?? "")
    configuration.language = options.language
    configuration.agent = "coatcheck"
    let idaas = try IDaaS(
      configuration, store: context.store, transport: context.transport,
      environment: context.environment)
    let place = SignInPlan.Place.made(issuer: idaas.issuer) {
      try Provider.idaas(at: idaas.configuration.origin, caller: await idaas.caller())
    }
    return SignInPlan(
      place: place, clientID: configuration.clientID, redirect: client.redirect,
      way: .pages { .weibo(with: $0) })
  }
}
