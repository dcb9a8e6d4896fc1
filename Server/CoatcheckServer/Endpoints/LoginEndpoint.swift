// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation
import HTTPTypes

/// The sign-in page: GET shows it, and POST takes its form.
extension IdentityServer {
  func login(_ request: ServedRequest) async -> ServedResponse {
    let held = interaction(of: request)
    let pages = self.pages(for: request, in: held)
    guard let interaction = held else { return startAgain(in: pages) }
    do {
      guard request.head.method == .post else {
        return try await loginPage(pages, interaction)
      }
      return try await loginForm(request, interaction, pages)
    } catch let error as OAuthError {
      return errorPage(error, in: pages)
    } catch {
      return unavailable(error, in: pages)
    }
  }

  /// The interaction that the address names, if this browser has its cookie.
  func interaction(of request: ServedRequest) -> Interaction? {
    guard let id = (try? Parameters(decoding: request.query))?["i"] else { return nil }
    return interactions.read(id, in: request.head)
  }

  /// Whether a form has the CSRF token of the page.
  func isOurs(_ form: Parameters, token: String) -> Bool {
    ConstantTime.equal((form["csrf"] ?? "").utf8, token.utf8)
  }

  private func loginForm(
    _ request: ServedRequest, _ interaction: Interaction, _ pages: Pages
  ) async throws -> ServedResponse {
    guard request.isForm else { return .text(.unsupportedMediaType, "Send a form.") }
    let form = try request.form()
    guard isOurs(form, token: interaction.loginToken) else {
      return .page(.forbidden, pages.message(.forged))
    }
    guard form["action"] != "cancel" else {
      guard !interaction.isDevice else { return .seeOther("\(base)/device") }
      guard !interaction.isAccount else {
        var response = ServedResponse.page(.ok, pages.message(.signInCancelled))
        response.set([interactions.forget(interaction)])
        return response
      }
      let ask = AuthorizeInput(
        parameters: interaction.parameters, login: nil, interaction: interaction.id,
        decision: .denied)
      return show(
        await authorizationServer.authorize(ask), in: interaction, with: pages, for: request)
    }
    let (username, password) = (form["username"] ?? "", form["password"] ?? "")
    switch try await passwordCheck(username: username, password: password, from: request.source) {
    case .right(let user):
      let (session, cookie) = try await logins.begin(for: user.id, in: request.head)
      guard try await isAllowed(session, of: user, by: password, from: request.source) else {
        return try await wrongPasswordPage(pages, interaction, username)
      }
      return await signedIn(session, cookie, interaction, request, pages)
    case .wrong: return try await wrongPasswordPage(pages, interaction, username)
    case .throttled(let wait):
      var response = try await loginPage(
        pages, interaction, username: username, status: .tooManyRequests,
        alert: pages.words[.tooManyAttempts, ["wait": pages.words.duration(wait)]])
      response.head.headerFields[.retryAfter] = String(Int(wait))
      return response
    case .busy:
      var response = try await loginPage(
        pages, interaction, username: username, status: .serviceUnavailable,
        alert: pages.words[.tooManyUsers])
      response.head.headerFields[.retryAfter] = "2"
      return response
    }
  }

  /// Whether a session may stay that was just stored for a password. Otherwise it is ended.
  private func isAllowed(
    _ session: LoginSession, of user: User, by password: String, from source: SourceAddress
  ) async throws -> Bool {
    do {
      if try await isStillRight(password, of: user, from: source) { return true }
    } catch {
      _ = try await authorizationServer.store.endLogin(session.digest)
      throw error
    }
    _ = try await authorizationServer.store.endLogin(session.digest)
    return false
  }

  private func wrongPasswordPage(
    _ pages: Pages, _ interaction: Interaction, _ username: String
  ) async throws -> ServedResponse {
    try await loginPage(
      pages, interaction, username: username, status: .badRequest,
      alert: pages.words[.wrongPassword])
  }

  private func signedIn(
    _ session: LoginSession, _ cookie: String, _ interaction: Interaction,
    _ request: ServedRequest, _ pages: Pages
  ) async -> ServedResponse {
    var interaction = interaction
    interaction.login = session.digest
    guard !interaction.isDevice else {
      return .seeOther("\(base)/device/confirm?i=\(interaction.id)", cookies: [cookie])
    }
    guard !interaction.isAccount else {
      return .seeOther(
        accountAddress(in: interaction), cookies: [cookie, interactions.forget(interaction)])
    }
    let ask = AuthorizeInput(
      parameters: interaction.parameters, login: session, interaction: interaction.id,
      freshLogin: session.digest)
    return show(
      await authorizationServer.authorize(ask), in: interaction, with: pages, for: request,
      cookies: [cookie])
  }

  private func loginPage(
    _ pages: Pages, _ interaction: Interaction, username: String? = nil,
    status: HTTPResponse.Status = .ok, alert: String? = nil
  ) async throws -> ServedResponse {
    guard !interaction.isAccount else {
      let reason = interaction.isAgain ? pages.words[.signInAgain] : nil
      return .page(
        status,
        pages.login(
          LoginPage(
            client: nil, interaction: interaction.id, csrf: interaction.loginToken,
            username: username, alert: alert ?? reason)))
    }
    let known = try await requester(interaction)
    guard let (client, redirectURI, hint) = known else { return startAgain(in: pages) }
    // The `login_hint` of a pushed request can be very long.
    let username = username ?? hint.map { DisplayText.line($0) }
    return .page(
      status,
      pages.login(
        LoginPage(
          client: client.name, interaction: interaction.id, csrf: interaction.loginToken,
          username: username, alert: alert)),
      destination: redirectURI)
  }

  /// The client that the user signs in for.
  private func requester(
    _ interaction: Interaction
  ) async throws -> (client: RegisteredClient, redirectURI: String?, loginHint: String?)? {
    guard interaction.isDevice else {
      return try await authorizationServer.asked(interaction.parameters, in: interaction.id)
    }
    guard let code = interaction.userCode else { return nil }
    return try await authorizationServer.device(code).map { ($0.1, nil, nil) }
  }
}
