// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckOAuth
import Foundation

extension IDaaSServer {
  /// Makes a page for a login that waits.
  ///
  /// - Throws: `parameterValue` for a redirect URI that is not registered, a page that does not fit the login's
  ///   status, or a picture from elsewhere; `parameterFormat` for a challenge that is not one; `expired` for a
  ///   login that has ended.
  func hostedSession(_ call: HostedSession, _ context: CallContext) async throws -> HostedPage {
    try check(call.destination, language: call.language, context)
    try checkPictures(of: call.theme, at: context.application)
    let pending = try await pendingLogin(call.stateToken, context)
    // `page` follows the status of the login.
    guard HostedFlow.Kind(pending.purpose).rawValue == call.page.rawValue else {
      throw Refusal(.parameterValue, "page", detail: .stateMismatch)
    }
    let flow = flow(
      for: pending, call.stateToken,
      to: HostedReturn(call.destination), language: call.language, theme: call.theme, context)
    return try await page(for: flow, theme: call.theme, context)
  }

  /// Stores a page and returns its one-time address.
  func page(
    for flow: HostedFlow, theme: PageTheme?, _ context: CallContext
  ) async throws -> HostedPage {
    // The handle is random, and stored as a digest.
    let handle = Secret(environment.token())
    try await store.keep(try flow.record(.page, under: handle, sealer: sealer))
    return HostedPage(
      url: settings.origin + flow.kind.path + "/" + handle.reveal(),
      expire: Int(flow.expiresAt.timeIntervalSince(context.now)),
      warnings: try await self.theme(of: context.application, call: theme).warnings())
  }

  /// Checks the destination of the browser and the language of a page.
  ///
  /// - Throws: `parameterValue` for a redirect URI that is not registered, and an unknown language; `parameterFormat` for
  ///   a challenge that is not one, and a state of more than 512 bytes.
  func check(
    _ destination: PageDestination, language: String?, _ context: CallContext
  ) throws(Refusal) {
    // "Authorization servers MUST utilize exact string matching".
    // https://www.rfc-editor.org/rfc/rfc9700#section-2.1
    guard
      context.application.redirectURIs.contains(where: {
        VerifyRedirectURI.matches(destination.redirectURI, registered: $0)
      }), ServedResponseTarget.isSafe(destination.redirectURI)
    else { throw Refusal(.parameterValue, "redirect_uri", detail: .badFormat) }
    guard PKCE.isChallenge(destination.codeChallenge) else {
      throw Refusal(.parameterFormat, "code_challenge", detail: .badFormat)
    }
    guard destination.state.utf8.count <= 512 else {
      throw Refusal(.parameterFormat, "state", detail: .badFormat)
    }
    if let language, HostedLanguage(tag: language) == nil {
      throw Refusal(.parameterValue, "language", detail: .badFormat)
    }
  }

  func flow(
    for pending: PendingBinding, _ token: Secret, to destination: HostedReturn, language: String?,
    theme: PageTheme?, _ context: CallContext
  ) -> HostedFlow {
    HostedFlow(
      kind: HostedFlow.Kind(pending.purpose), stateToken: token, caller: context.caller,
      destination: destination, language: language, theme: theme?.json,
      nickname: pending.nickname,
      expiresAt: min(pending.expiresAt, context.now.addingTimeInterval(settings.pageLifetime)))
  }

  /// Checks that pictures of a theme are from the tenant or from the hosts on the application's list.
  func checkPictures(
    of theme: PageTheme?, at application: TenantApplication
  ) throws(Refusal) {
    for (name, host) in theme?.pictureHosts ?? []
    where settings.origin != "https://" + host && !application.pictureHosts.contains(host) {
      throw Refusal(.parameterValue, name, detail: .badFormat)
    }
  }
}

/// The check of values for the header field `Location`.
enum ServedResponseTarget {
  /// Whether a URI is printable ASCII, so that it cannot end the header field.
  static func isSafe(_ uri: String) -> Bool {
    uri.utf8.count <= 2048 && uri.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
  }
}
