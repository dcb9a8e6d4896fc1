// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation
import HTTPTypes

/// The consent page, and the address its form goes to. The page is only shown by GET, the decision
/// only taken by POST.
extension IdentityServer {
  func consentPage(_ request: ServedRequest) async -> ServedResponse {
    // The address of a page does not authenticate its user.
    guard let interaction = interaction(of: request) else {
      return .page(.forbidden, pages.message(.startAgain))
    }
    do {
      let login = try await logins.login(in: request.head)
      let answer = await authorizationServer.authorize(ask(interaction, login, .unasked))
      guard case .interaction(.consent(let subject, let scopes), let client, let uri, _) = answer
      else {
        return show(answer, in: interaction, for: request)
      }
      let user = try await users.user(id: subject.id)
      return .page(
        .ok,
        pages.consent(
          ConsentPage(
            client: client.name, interaction: interaction.id,
            csrf: interaction.consentToken(for: login?.digest),
            username: user?.name.text ?? subject.id, scopes: scopes,
            destination: Self.destination(uri), policy: client.metadata.policyURI,
            terms: client.metadata.termsURI)),
        destination: uri)
    } catch {
      return unavailable(error)
    }
  }

  func consentDecision(_ request: ServedRequest) async -> ServedResponse {
    guard let interaction = interaction(of: request) else { return startAgain() }
    guard request.isForm else { return .text(.unsupportedMediaType, "Send a form.") }
    do {
      let form = try request.form()
      let login = try await logins.login(in: request.head)
      guard isOurs(form, token: interaction.consentToken(for: login?.digest)) else {
        return .page(.forbidden, pages.message(.forged))
      }
      let decision: AuthorizeInput.Decision = form["action"] == "allow" ? .allowed : .denied
      let answer = await authorizationServer.authorize(ask(interaction, login, decision))
      return show(answer, in: interaction, for: request)
    } catch let error as OAuthError {
      return errorPage(error)
    } catch {
      return unavailable(error)
    }
  }

  private func ask(
    _ interaction: Interaction, _ login: LoginSession?, _ decision: AuthorizeInput.Decision
  ) -> AuthorizeInput {
    AuthorizeInput(
      parameters: interaction.parameters, login: login, interaction: interaction.id,
      freshLogin: interaction.login, decision: decision)
  }
}
