// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation
import HTTPTypes

/// The sign-in page and what it sends.
extension IdentityServer {
  func login(_ request: ServedRequest) async -> ServedResponse {
    guard let interaction = interaction(of: request) else { return startAgain() }
    do {
      guard request.head.method == .post else {
        return try await loginPage(interaction)
      }
      return try await loginForm(request, interaction)
    } catch let error as OAuthError {
      return errorPage(error)
    } catch {
      return unavailable(error)
    }
  }

  /// The interaction a page's address names, if this browser holds it.
  func interaction(of request: ServedRequest) -> Interaction? {
    guard let id = (try? Parameters(decoding: request.query))?["i"] else { return nil }
    return interactions.read(id, in: request.head)
  }

  /// Whether a form came from the page we made for this browser.
  func isOurs(_ form: Parameters, token: String) -> Bool {
    ConstantTime.equal((form["csrf"] ?? "").utf8, token.utf8)
  }

  private func loginForm(
    _ request: ServedRequest, _ interaction: Interaction
  ) async throws -> ServedResponse {
    guard request.isForm else { return .text(.unsupportedMediaType, "Send a form.") }
    let form = try request.form()
    guard isOurs(form, token: interaction.loginToken) else {
      return .page(.forbidden, pages.message(.forged))
    }
    guard form["action"] != "cancel" else {
      guard !interaction.isDevice else { return .seeOther("\(base)/device") }
      let ask = AuthorizeInput(
        parameters: interaction.parameters, login: nil, interaction: interaction.id,
        decision: .denied)
      return show(await authorizationServer.authorize(ask), in: interaction, for: request)
    }
    let username = form["username"] ?? ""
    switch try await passwordCheck(
      username: username, password: form["password"] ?? "", from: request.source)
    {
    case .right(let user):
      return try await signedIn(user, interaction, request)
    case .wrong:
      return try await loginPage(
        interaction, username: username, status: .badRequest,
        alert: "The user name or the password is wrong.")
    case .throttled(let wait):
      var response = try await loginPage(
        interaction, username: username, status: .tooManyRequests,
        alert: "Too many attempts. Please wait \(Self.inWords(wait)) and try again.")
      response.head.headerFields[.retryAfter] = String(Int(wait))
      return response
    case .busy:
      var response = try await loginPage(
        interaction, username: username, status: .serviceUnavailable,
        alert: "Too many users are signing in. Please try again in a moment.")
      response.head.headerFields[.retryAfter] = "2"
      return response
    }
  }

  private func signedIn(
    _ user: User, _ interaction: Interaction, _ request: ServedRequest
  ) async throws -> ServedResponse {
    let (session, cookie) = try await logins.begin(for: user.id, in: request.head)
    var interaction = interaction
    interaction.login = session.digest
    guard !interaction.isDevice else {
      return .seeOther("\(base)/device/confirm?i=\(interaction.id)", cookies: [cookie])
    }
    let ask = AuthorizeInput(
      parameters: interaction.parameters, login: session, interaction: interaction.id,
      freshLogin: session.digest)
    return show(
      await authorizationServer.authorize(ask), in: interaction, for: request, cookies: [cookie])
  }

  private func loginPage(
    _ interaction: Interaction, username: String? = nil, status: HTTPResponse.Status = .ok,
    alert: String? = nil
  ) async throws -> ServedResponse {
    let known = try await requester(interaction)
    guard let (client, redirectURI, hint) = known else { return startAgain() }
    // A pushed request may bring a hint of any length.
    let username = username ?? hint.map { DisplayText.line($0) }
    return .page(
      status,
      pages.login(
        LoginPage(
          client: client.name, interaction: interaction.id, csrf: interaction.loginToken,
          username: username, alert: alert)),
      destination: redirectURI)
  }

  /// Who sent the user here: a client, or a device of one.
  private func requester(
    _ interaction: Interaction
  ) async throws -> (client: RegisteredClient, redirectURI: String?, loginHint: String?)? {
    guard interaction.isDevice else {
      return try await authorizationServer.asked(interaction.parameters, in: interaction.id)
    }
    guard let code = interaction.userCode else { return nil }
    return try await authorizationServer.device(code).map { ($0.1, nil, nil) }
  }

  static func inWords(_ seconds: TimeInterval) -> String {
    seconds <= 60 ? "a minute" : "\(Int((seconds / 60).rounded(.up))) minutes"
  }
}
