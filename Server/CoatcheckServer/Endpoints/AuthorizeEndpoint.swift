// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoatcheckOAuth
import Foundation
import HTTPTypes
import Logging

/// [RFC 6749 §3.1](https://www.rfc-editor.org/rfc/rfc6749#section-3.1)
extension IdentityServer {
  func authorize(_ request: ServedRequest) async -> ServedResponse {
    let parameters: Parameters
    do {
      parameters = try AuthorizationRequest.parameters(head: request.head, body: request.body)
    } catch {
      return errorPage(error, in: self.pages(for: request))
    }
    do {
      let login = try await logins.login(in: request.head)
      let decision = await authorizationServer.decide(
        AuthorizeInput(parameters: parameters, login: login))
      // The parameters of a request object are kept, not the object, which may expire during the
      // interaction.
      let kept =
        if case .interaction(_, _, _, let kept) = decision.outcome { kept } else { parameters }
      let pages = self.pages(for: request, locales: decision.uiLocales)
      var interaction = Interaction(
        parameters: kept, environment: authorizationServer.environment)
      interaction.language = pages.language.language
      return show(decision.outcome, in: interaction, with: pages, for: request)
    } catch {
      return unavailable(error, in: self.pages(for: request))
    }
  }

  /// Writes the response for an outcome.
  ///
  /// - Parameters:
  ///   - interaction: The current interaction, or the one to begin when the user must do something.
  ///   - pages: The pages in the language of the interaction.
  ///   - cookies: Further `Set-Cookie` values, such as that of a new sign-in.
  func show(
    _ answer: AuthorizeOutcome, in interaction: Interaction, with pages: Pages,
    for request: ServedRequest, cookies: [String] = []
  ) -> ServedResponse {
    switch answer {
    case .redirect(let location):
      return .seeOther(location, cookies: cookies + [interactions.forget(interaction)])
    case .form(let client, let action, let parameters):
      return formPost(
        action, parameters, for: client, in: pages,
        cookies: cookies + [interactions.forget(interaction)])
    case .warning(let error, let client, let delivery):
      return warning(
        error, client, delivery, in: pages, cookies: cookies + [interactions.forget(interaction)])
    case .page(let error):
      return errorPage(error, in: pages)
    case .interaction(.startAgain, _, _, _):
      return startAgain(in: pages)
    case .interaction(let need, _, _, _):
      guard let kept = interactions.keep(interaction, replacing: request.head) else {
        return errorPage(
          .refused(.invalidRequest, "The request is too long."), in: pages)
      }
      let path = if case .login = need { "login" } else { "consent" }
      return .seeOther("\(base)/\(path)?i=\(interaction.id)", cookies: cookies + kept)
    }
  }

  /// The error page for a request without a valid redirect URI.
  func errorPage(_ error: OAuthError, in pages: Pages) -> ServedResponse {
    let status = error.status.map { HTTPResponse.Status(code: $0) } ?? .badRequest
    return .page(status, pages.message(.refused(error.reason, code: error.code.rawValue)))
  }

  func startAgain(in pages: Pages) -> ServedResponse {
    .page(.badRequest, pages.message(.startAgain))
  }

  func unavailable(_ error: any Error, in pages: Pages) -> ServedResponse {
    logger.error("the store does not answer", metadata: ["error": "\(type(of: error))"])
    var response = ServedResponse.page(.serviceUnavailable, pages.message(.unavailable))
    response.head.headerFields[.retryAfter] = "1"
    return response
  }
}
