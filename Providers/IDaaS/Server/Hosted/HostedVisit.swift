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

  /// The language of the page: that which the user chose, the application requested, the browser accepts,
  /// or the device has, in this order.
  var language: HostedLanguage {
    browser.language.flatMap(HostedLanguage.init(rawValue:))
      ?? flow.language.flatMap { HostedLanguage(tag: $0) }
      ?? accepted ?? flow.caller.language.flatMap { HostedLanguage(tag: $0) } ?? .english
  }

  var texts: HostedTexts { .of(language) }

  /// The application's name, for users.
  var name: String { DisplayText.line(application.name) }

  /// The state token of the pending login; nil for a captcha without a login.
  var stateToken: Secret? { browser.stateToken.map(Secret.init) ?? flow.stateToken }

  /// The methods that the page offers.
  var methods: [VerificationMethod] {
    flow.kind.purpose.map { server.methods(for: $0, application) } ?? []
  }

  /// The login that a page for binding or registering completes.
  ///
  /// - Throws: `parameterValue` at a page that belongs to no login.
  func login() throws(Refusal) -> (token: Secret, purpose: PendingBinding.Purpose) {
    guard let token = stateToken, let purpose = flow.kind.purpose else {
      throw Refusal(.parameterValue, "page", detail: .stateMismatch)
    }
    return (token, purpose)
  }

  /// The type of the message that this page sends.
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
  /// There is no valid cookie.
  case foreign
  /// The page of the cookie has expired or is finished.
  case over(HostedBrowser)
}

extension IDaaSServer {
  /// The open page of the browser that sent the request.
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

  /// Ends the page of a browser: its further posts are refused.
  func close(_ browser: HostedBrowser) async throws {
    _ = try await store.take(
      .openPage, TokenDigest(of: Secret(browser.handle)), at: environment.now())
  }
}
