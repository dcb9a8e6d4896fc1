// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckOAuth
import Foundation
import HTTPTypes

/// The device authorization endpoint, and the pages at which a user enters the code and decides.
extension IdentityServer {
  /// [RFC 8628 §3.1](https://www.rfc-editor.org/rfc/rfc8628#section-3.1)
  func deviceAuthorization(_ request: ServedRequest) async -> ServedResponse {
    await serve(DeviceAuthorizationExchange.self, request) { asked throws(OAuthError) in
      try await authorizationServer.deviceAuthorization(asked, from: request.source.key)
    }
  }

  /// The page for the user code: GET shows it, and POST takes the code.
  ///
  /// A code in the address only fills the field: "the server SHOULD display the user code … and
  /// ask the end user to verify". [RFC 8628 §3.3.1](https://www.rfc-editor.org/rfc/rfc8628#section-3.3.1)
  func device(_ request: ServedRequest) async -> ServedResponse {
    guard request.head.method == .post else { return newDevicePage(request) }
    let held = interaction(of: request)
    let pages = self.pages(for: request, in: held)
    guard let interaction = held, interaction.isDevice else {
      return .page(.badRequest, pages.message(.deviceAgain))
    }
    guard request.isForm else { return .text(.unsupportedMediaType, "Send a form.") }
    do {
      let form = try request.form()
      guard isOurs(form, token: interaction.loginToken) else {
        return .page(.forbidden, pages.message(.forged))
      }
      return try await typed(form["user_code"] ?? "", interaction, request, with: pages)
    } catch let error as OAuthError {
      return errorPage(error, in: pages)
    } catch {
      return unavailable(error, in: pages)
    }
  }

  private func newDevicePage(_ request: ServedRequest) -> ServedResponse {
    let pages = self.pages(for: request)
    var interaction = Interaction.forDevice(authorizationServer.environment)
    interaction.language = pages.language.language
    guard let cookies = interactions.keep(interaction, replacing: request.head) else {
      return startAgain(in: pages)
    }
    let typed = (try? Parameters(decoding: request.query))?["user_code"] ?? ""
    var response = devicePage(pages, interaction, code: UserCode(typed: typed)?.text)
    response.set(cookies)
    return response
  }

  private func devicePage(
    _ pages: Pages, _ interaction: Interaction, code: String?, status: HTTPResponse.Status = .ok,
    alert: String? = nil
  ) -> ServedResponse {
    .page(
      status,
      pages.device(
        DevicePage(
          interaction: interaction.id, csrf: interaction.loginToken, code: code, alert: alert)))
  }

  private func typed(
    _ text: String, _ interaction: Interaction, _ request: ServedRequest, with pages: Pages
  ) async throws -> ServedResponse {
    switch try await authorizationServer.device(typed: text, from: request.source.key) {
    case .throttled(let wait):
      var response = devicePage(
        pages, interaction, code: nil, status: .tooManyRequests,
        alert: pages.words[.tooManyCodes, ["wait": pages.words.duration(wait)]])
      response.head.headerFields[.retryAfter] = String(Int(wait))
      return response
    case .unknown:
      return devicePage(
        pages, interaction, code: DisplayText.line(text), status: .badRequest,
        alert: pages.words[.unknownCode])
    case .found:
      guard let code = UserCode(typed: text),
        let kept = interactions.keep(interaction.with(code), replacing: request.head)
      else { return .page(.badRequest, pages.message(.deviceAgain)) }
      let next = try await logins.login(in: request.head) == nil ? "login" : "device/confirm"
      return .seeOther("\(base)/\(next)?i=\(interaction.id)", cookies: kept)
    }
  }

  /// The consent page for a device: it shows the client and the scopes.
  func deviceConfirmation(_ request: ServedRequest) async -> ServedResponse {
    let held = interaction(of: request)
    let pages = self.pages(for: request, in: held)
    guard let interaction = held, let code = interaction.userCode else {
      return .page(.badRequest, pages.message(.deviceAgain))
    }
    do {
      guard let login = try await logins.login(in: request.head) else {
        return .seeOther("\(base)/login?i=\(interaction.id)")
      }
      let found = try await authorizationServer.device(code)
      guard let (device, client) = found, device.state == .pending else {
        return .page(.badRequest, pages.message(.deviceOver))
      }
      let user = try await users.user(id: login.userID)
      return .page(
        .ok,
        pages.deviceConsent(
          DeviceConsentPage(
            client: client.name, interaction: interaction.id,
            csrf: interaction.consentToken(for: login.digest, showing: device.scopes),
            username: user?.name.text ?? login.userID, code: code.text, scopes: device.scopes)))
    } catch {
      return unavailable(error, in: pages)
    }
  }

  /// Takes the user's decision, only from the browser in which the code was entered, and the login session
  /// that the page was shown to.
  ///
  /// "the authorization server … MUST … confirm … with the end user".
  /// [RFC 8628 §5.4](https://www.rfc-editor.org/rfc/rfc8628#section-5.4)
  func deviceDecision(_ request: ServedRequest) async -> ServedResponse {
    let held = interaction(of: request)
    let pages = self.pages(for: request, in: held)
    guard let interaction = held, let code = interaction.userCode else {
      return .page(.badRequest, pages.message(.deviceAgain))
    }
    guard request.isForm else { return .text(.unsupportedMediaType, "Send a form.") }
    do {
      let form = try request.form()
      guard let login = try await logins.login(in: request.head) else {
        return .seeOther("\(base)/login?i=\(interaction.id)")
      }
      guard interaction.scopesShown(by: form["csrf"] ?? "", to: login.digest) != nil else {
        return .page(.forbidden, pages.message(.forged))
      }
      let found = try await authorizationServer.device(code)
      guard let (device, client) = found else {
        return .page(.badRequest, pages.message(.deviceOver))
      }
      let isAllowed = form["action"] == "allow"
      switch try await authorizationServer.answer(device, by: login, isAllowed: isAllowed) {
      case .allowed: return .page(.ok, pages.message(.deviceAllowed(client.name)))
      case .denied: return .page(.ok, pages.message(.deviceDenied(client.name)))
      case .answered: return .page(.conflict, pages.message(.deviceAnswered))
      case .expired: return .page(.badRequest, pages.message(.deviceOver))
      }
    } catch let error as OAuthError {
      return errorPage(error, in: pages)
    } catch {
      return unavailable(error, in: pages)
    }
  }
}
