// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckOAuth
import CoatcheckServer
import Foundation
import HTTPTypes

/// One request of a browser with an open page.
struct HostedVisit: Sendable {
  let server: IDaaSServer
  let flow: HostedFlow
  let application: TenantApplication
  let context: CallContext
  let accepted: HostedLanguage?
  var browser: HostedBrowser

  /// The language of the page: what the user chose, what the application asked for, what the browser accepts.
  var language: HostedLanguage {
    browser.language.flatMap(HostedLanguage.init(rawValue:))
      ?? flow.language.flatMap { HostedLanguage(tag: $0) }
      ?? accepted ?? flow.caller.language.flatMap { HostedLanguage(tag: $0) } ?? .english
  }

  var texts: HostedTexts { .of(language) }

  /// The application's name, for users.
  var name: String { DisplayText.line(application.name) }

  /// The login that waits now; nil where a captcha belongs to none.
  var stateToken: Secret? { browser.stateToken.map(Secret.init) ?? flow.stateToken }

  /// What may be proved here.
  var methods: [VerificationMethod] {
    flow.kind.purpose.map { server.methods(for: $0, application) } ?? []
  }

  /// The login that a page for binding or registering ends.
  ///
  /// - Throws: `parameterValue` at a page that ends no login.
  func login() throws(Refusal) -> (token: Secret, purpose: PendingBinding.Purpose) {
    guard let token = stateToken, let purpose = flow.kind.purpose else {
      throw Refusal(.parameterValue, "page", detail: .stateMismatch)
    }
    return (token, purpose)
  }

  /// What a code of this page is for.
  var messageType: MessageType {
    if let captcha = flow.captcha { return captcha.purpose }
    if browser.step == .secondFactor { return .secondFactor }
    return switch (flow.kind, browser.usesEmail) {
    case (.bind, false): .bindMobile
    case (.bind, true): .bindEmail
    case (.register, false), (.captcha, false): .registerMobile
    case (.register, true), (.captcha, true): .registerEmail
    }
  }
}

/// Why a browser has no open page.
enum HostedAbsence: Error {
  /// It has none, or the cookie was changed.
  case foreign
  /// It had one.
  case over(HostedBrowser)
}

extension IDaaSServer {
  /// The open page of the browser that asks.
  ///
  /// - Throws: ``HostedAbsence``, or what the store or the tenant throws.
  func visit(_ request: ServedRequest) async throws -> HostedVisit {
    let now = environment.now()
    guard let browser = HostedBrowser(request.head, of: self) else { throw HostedAbsence.foreign }
    guard browser.expiresAt > now,
      let record = try await store.record(
        .openPage, TokenDigest(of: Secret(browser.handle)), at: now),
      let flow = HostedFlow(record, sealer: sealer),
      let application = try await tenant.application(flow.caller.clientID)
    else { throw HostedAbsence.over(browser) }
    return HostedVisit(
      server: self, flow: flow, application: application,
      context: CallContext(
        caller: flow.caller, application: application, source: request.source,
        requestID: environment.token(bytes: 12), now: now, canConfirm: true),
      accepted: HostedLanguage(accepting: acceptLanguage(request)), browser: browser)
  }

  /// The page is done in this browser: whatever it still sends is refused.
  func close(_ browser: HostedBrowser) async throws {
    _ = try await store.take(
      .openPage, TokenDigest(of: Secret(browser.handle)), at: environment.now())
  }
}
