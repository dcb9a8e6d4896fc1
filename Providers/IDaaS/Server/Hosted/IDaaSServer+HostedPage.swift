// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckOAuth
import CoatcheckServer
import Foundation
import HTTPTypes

/// How a browser enters a page: from a social network, or by the address that a call returned.
extension IDaaSServer {
  /// Continues in the browser that brought a social network's response: on the page when the login is
  /// pending, else back to the application. The handle of the page is in the cookie of this browser only.
  ///
  /// - Parameters:
  ///   - reply: The result of the login so far.
  ///   - destination: Where the browser goes in the end. The caller has checked that it is registered.
  ///   - language: The language that the application requested.
  ///   - theme: The theme of the application.
  func hostedPage(
    for reply: LoginReply, to destination: HostedReturn, language: String? = nil,
    theme: PageTheme? = nil, _ context: CallContext
  ) async throws -> ServedResponse {
    guard case .pending(let login) = reply else {
      return .seeOther(try await outcome(reply, to: destination, context))
    }
    guard login.status != .secondFactor else {
      let flow = HostedFlow(
        kind: .bind, stateToken: login.stateToken, caller: context.caller,
        destination: destination, language: language, theme: theme?.json, nickname: nil,
        expiresAt: context.now.addingTimeInterval(settings.pageLifetime))
      return try await open(flow, at: .secondFactor, context.now)
    }
    let pending = try await pendingLogin(login.stateToken, context)
    return try await open(
      flow(
        for: pending, login.stateToken, to: destination, language: language, theme: theme, context),
      context.now)
  }

  /// Opens a page in the browser that sent the request.
  func open(
    _ flow: HostedFlow, at step: HostedBrowser.Step = .contact, language: String? = nil,
    _ now: Date
  ) async throws -> ServedResponse {
    let handle = Secret(environment.token())
    try await store.keep(try flow.record(.openPage, under: handle, sealer: sealer))
    var browser = HostedBrowser(
      handle: handle.reveal(), formKey: environment.token(bytes: 24), kind: flow.kind,
      destination: flow.destination, expiresAt: flow.expiresAt)
    browser.step = step
    browser.language = language
    guard let cookie = browser.kept(by: self) else {
      throw Refusal(.parameterFormat, "state", detail: .badFormat)
    }
    return .seeOther(flow.kind.path, cookies: [cookie])
  }

  /// Serves the one-time address of a page: sets the cookie and redirects to an address without a handle.
  func enterPage(_ request: ServedRequest) async -> ServedResponse {
    let now = environment.now()
    let texts = HostedTexts.of(HostedLanguage(accepting: acceptLanguage(request)) ?? .english)
    do {
      let handle = request.path.split(separator: "/").last.map(String.init) ?? ""
      // Of concurrent requests, one gets the page.
      guard let record = try await store.take(.page, TokenDigest(of: Secret(handle)), at: now),
        let flow = HostedFlow(record, sealer: sealer),
        request.path == flow.kind.path + "/" + handle
      else { return saying(texts.expiredTitle, texts.expiredText, texts, .gone) }
      let wanted = (try? Parameters(decoding: request.query))?["ui_locales"]
      return try await open(flow, language: HostedLanguage(locales: wanted)?.rawValue, now)
    } catch {
      return failing(error, texts)
    }
  }

  func acceptLanguage(_ request: ServedRequest) -> String? {
    request.head.headerFields[.acceptLanguage]
  }
}
