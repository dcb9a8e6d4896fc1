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
      return .page(.forbidden, self.pages(for: request).message(.startAgain))
    }
    let pages = self.pages(for: request, in: interaction)
    do {
      let login = try await logins.login(in: request.head)
      let answer = await authorizationServer.authorize(ask(interaction, login, .unasked))
      guard case .interaction(.consent(let subject, let scopes), let client, let uri, _) = answer
      else {
        return show(answer, in: interaction, with: pages, for: request)
      }
      let user = try await users.user(id: subject.id)
      return .page(
        .ok,
        pages.consent(
          ConsentPage(
            client: client.name, interaction: interaction.id,
            csrf: interaction.consentToken(for: login?.digest),
            username: user?.name.text ?? subject.id, scopes: scopes,
            redirectURI: uri, policy: client.metadata.policyURI,
            terms: client.metadata.termsURI)),
        destination: uri)
    } catch {
      return unavailable(error, in: pages)
    }
  }

  func consentDecision(_ request: ServedRequest) async -> ServedResponse {
    let held = interaction(of: request)
    let pages = self.pages(for: request, in: held)
    guard let interaction = held else { return startAgain(in: pages) }
    guard request.isForm else { return .text(.unsupportedMediaType, "Send a form.") }
    do {
      let form = try request.form()
      let login = try await logins.login(in: request.head)
      guard isOurs(form, token: interaction.consentToken(for: login?.digest)) else {
        return .page(.forbidden, pages.message(.forged))
      }
      let decision: AuthorizeInput.Decision = form["action"] == "allow" ? .allowed : .denied
      let answer = await authorizationServer.authorize(ask(interaction, login, decision))
      return show(answer, in: interaction, with: pages, for: request)
    } catch let error as OAuthError {
      return errorPage(error, in: pages)
    } catch {
      return unavailable(error, in: pages)
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
