// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckOAuth
import CoatcheckServer
import Foundation
import HTTPTypes

/// The way into a page: from a social network or by the handle of a call.
extension IDaaSServer {
  /// Goes on in the browser whose request is being answered: straight from a social network's response to the
  /// page, or back to the application when there is nothing left to do. No handle leaves this browser.
  ///
  /// - Parameters:
  ///   - reply: What the login came to.
  ///   - destination: Where the browser goes in the end. The caller checked that it is registered.
  ///   - language: What the application asked for.
  ///   - theme: How the application wants its pages to look.
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

  /// Opens a page in the browser whose request is being answered.
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

  /// A one-time address: it is exchanged for a cookie, and the browser continues to an address that says nothing.
  func enterPage(_ request: ServedRequest) async -> ServedResponse {
    let now = environment.now()
    let texts = HostedTexts.of(HostedLanguage(accepting: acceptLanguage(request)) ?? .english)
    do {
      let handle = request.path.split(separator: "/").last.map(String.init) ?? ""
      // The second of two finds nothing.
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
