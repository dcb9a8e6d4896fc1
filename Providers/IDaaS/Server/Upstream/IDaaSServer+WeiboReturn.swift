// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckOAuth
import CoatcheckServer
import HTTPTypes

/// Weibo's callback: `GET /api/v1/login/weibo`, the redirect URI that is registered at Weibo.
extension IDaaSServer {
  /// Handles Weibo's response: redeems its code for the user, and redirects the browser to the app with a
  /// ticket.
  func returnFromWeibo(_ request: ServedRequest) async throws -> ServedResponse {
    let cookies = UpstreamCookie(origin: settings.origin)
    let now = environment.now()
    func page(_ page: UpstreamPage) -> ServedResponse { page.response(language: request.language) }
    // For an unknown state the application is unknown too: an error page is shown, without a redirect.
    guard let query = try? Parameters(decoding: request.query), let state = query["state"] else {
      return page(.unknown)
    }
    let digest = TokenDigest(of: Secret(state))
    // The browser is checked before the state is used up, so that an attacker who knows a state cannot
    // end it.
    guard let seen = try await store.record(.upstream, digest, at: now),
      let signIn = UpstreamSignIn(json: seen.content), signIn.provider == "weibo"
    else { return page(.unknown) }
    guard cookies.isBrowser(of: signIn, request.head) else {
      audit(AuditEvent(.upstreamForeignBrowser, ["client": signIn.clientID]))
      return page(.otherBrowser)
    }
    guard try await store.take(.upstream, digest, at: now) != nil else { return page(.unknown) }
    var response = await answer(to: signIn, query, request)
    response.set([cookies.forget(signIn)])
    return response
  }

  private func answer(
    to signIn: UpstreamSignIn, _ query: Parameters, _ request: ServedRequest
  ) async -> ServedResponse {
    func app(_ pairs: KeyValuePairs<String, String?>) -> ServedResponse {
      .sent(to: signIn.answer(pairs))
    }
    if let error = query["error"] {
      return app([
        "error": Self.word(for: error, number: query["error_code"]),
        "error_code": Self.number(query["error_code"]),
      ])
    }
    do {
      guard let code = query["code"] else { throw WeiboRefusals.invalid }
      guard let application = try await tenant.application(signIn.clientID),
        let source = application.weibo
      else { throw WeiboRefusals.misconfigured }
      let user = try await WeiboLookup(self, source)
        .user(by: Secret(code), sentTo: weiboCallback)
      audit(AuditEvent(.upstreamSignedIn, ["client": signIn.clientID]))
      if signIn.continuesToPages, let device = signIn.device {
        return try await continueSignIn(user, on: device, signIn, application, request)
      }
      let ticket = UpstreamTicket(
        clientID: signIn.clientID, challenge: signIn.challenge, user: user)
      return app(["ticket": try await keep(ticket).reveal()])
    } catch let refusal as Refusal {
      audit(
        AuditEvent(
          .upstreamRefused,
          ["client": signIn.clientID, "reason": refusal.detail?.rawValue ?? refusal.code.rawValue]))
      return app([
        "error": refusal.code == .busy ? "temporarily_unavailable" : "server_error",
        "error_code": "IDAAS.SDK." + refusal.code.rawValue,
      ])
    } catch {
      audit(.storeUnavailable(error))
      return app(["error": "temporarily_unavailable"])
    }
  }

  /// Continues in the same browser: on the page where an unknown user binds or registers, or at the app.
  /// The result is stored under a ticket, as that of a page.
  private func continueSignIn(
    _ user: UpstreamUser, on device: String, _ signIn: UpstreamSignIn,
    _ application: TenantApplication, _ request: ServedRequest
  ) async throws -> ServedResponse {
    let agent = request.head.headerFields[.userAgent] ?? "browser"
    let context = CallContext(
      caller: IDaaSCaller(
        clientID: signIn.clientID, system: "browser", device: device, agent: agent,
        language: signIn.language ?? request.language),
      application: application, source: request.source, requestID: environment.token(bytes: 12),
      now: environment.now(), canConfirm: true)
    return try await hostedPage(
      for: login(user, context),
      to: HostedReturn(
        redirectURI: signIn.redirectURI, state: signIn.state, challenge: signIn.challenge),
      language: signIn.language, theme: pushedTheme(signIn.theme), context)
  }

  /// The error code for the app: the user denied access, or Weibo failed. Weibo's own text is not
  /// forwarded.
  private static func word(for error: String, number: String?) -> String {
    switch (error, number) {
    case ("access_denied", _), (_, "21330"): "access_denied"
    case ("temporarily_unavailable", _), (_, "21331"): "temporarily_unavailable"
    default: "server_error"
    }
  }

  /// Weibo's error number, if the text is a number.
  private static func number(_ text: String?) -> String? {
    text.flatMap { text in
      (1...6).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        ? text : nil
    }
  }
}
