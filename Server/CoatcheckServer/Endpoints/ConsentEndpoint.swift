// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation
import HTTPTypes

/// The consent page: GET shows it, and POST takes the user's decision.
extension IdentityServer {
  func consentPage(_ request: ServedRequest) async -> ServedResponse {
    // The identifier in the address is not enough: the browser must have the cookie of the interaction.
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
            csrf: interaction.consentToken(for: login?.digest, showing: scopes),
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
      guard let scopes = interaction.scopesShown(by: form["csrf"] ?? "", to: login?.digest) else {
        return .page(.forbidden, pages.message(.forged))
      }
      let decision: AuthorizeInput.Decision =
        form["action"] == "allow" ? .allowed(scopes: scopes) : .denied
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
