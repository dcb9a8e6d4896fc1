// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckClient
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckOAuth
import CoatcheckServer
import Foundation
import HTTPTypes

/// The start of a sign-in with Weibo in a browser: `GET /api/v1/login/weibo/start`.
extension IDaaSServer {
  /// The window in which new sign-ins are counted, in seconds.
  private static let window: TimeInterval = 600

  /// The redirect URI that is registered with Weibo: the tenant's own.
  var weiboCallback: String { settings.origin + "/api/v1/login/weibo" }

  /// Redirects a browser to Weibo, and stores the sign-in with the application that gets the response.
  func startWeibo(_ request: ServedRequest) async throws -> ServedResponse {
    let now = environment.now()
    if case .exhausted(let until) = try await store.attempt(
      "upstream-start:\(request.source.key)", limit: settings.startsPerSource,
      window: Self.window, at: now)
    {
      return UpstreamPage.tooMany(max(1, Int(until.timeIntervalSince(now).rounded(.up))))
        .response(language: request.language)
    }
    // There is no redirect before the application and its redirect URI are checked.
    guard let query = try? Parameters(decoding: request.query), let id = query["client_id"],
      let application = try await tenant.application(id), let redirect = query["redirect_uri"],
      application.redirectURIs.contains(where: {
        VerifyRedirectURI.matches(redirect, registered: $0)
      })
    else { return UpstreamPage.notRegistered.response(language: request.language) }
    let browser = Secret(environment.token())
    let signIn = UpstreamSignIn(
      provider: "weibo", clientID: application.id, redirectURI: redirect,
      state: query["state"] ?? "", challenge: query["code_challenge"] ?? "",
      cookie: environment.token(bytes: 9), browser: TokenDigest(of: browser),
      continuesToPages: query["pages"] == "1", device: query["device"],
      language: ResponseLanguage.known(query["language"]),
      theme: query["theme"].map { TokenDigest(of: Secret($0)) })
    var fault = signIn.fault(in: query)
    if let theme = query["theme"],
      try await !isPushed(theme, for: application.id, on: signIn.device)
    {
      fault = fault ?? "theme"
    }
    if let refused = fault {
      return .sent(to: signIn.answer(["error": "invalid_request", "error_description": refused]))
    }
    guard let source = application.weibo, let authorize = authorizeAddress(of: source) else {
      return .sent(to: signIn.answer(["error": "server_error", "error_code": Self.sourceUnknown]))
    }
    let state = Secret(environment.token())
    try await store.keep(
      OneTimeRecord(
        kind: .upstream, digest: TokenDigest(of: state), content: signIn.json,
        expiresAt: now + settings.stateLifetime))
    let parameters: Parameters = [
      "client_id": source.appKey, "redirect_uri": weiboCallback, "response_type": "code",
      // Weibo separates scopes by commas, and some of its servers fail at an empty text.
      "scope": source.scopes.joined(separator: ","), "state": state.reveal(),
      "display": query["display"] ?? "",
      "forcelogin": query["forcelogin"] == "true" ? "true" : "",
      "language": (signIn.language ?? request.language).hasPrefix("zh") ? "" : "en",
    ]
    return .sent(
      to: authorize + "?" + parameters.encoded,
      cookies: UpstreamCookie(origin: settings.origin).keep(
        signIn.cookie, browser, age: Int(settings.stateLifetime), in: request.head))
  }

  static let sourceUnknown = "IDAAS.SDK." + ReturnCode.sourceUnknown.rawValue

  private func authorizeAddress(of source: WeiboSource) -> String? {
    (try? Endpoint(source.base + "/oauth2/authorize"))?.text
  }
}

extension UpstreamSignIn {
  private static let displays: Set = ["default", "mobile", "wap", "client", "apponweibo"]
  /// The maximum length of an app's `state`, in bytes.
  private static let maximumState = 1024

  /// The name of the invalid parameter of a request; nil when all are valid.
  fileprivate func fault(in query: Parameters) -> String? {
    // State and PKCE are required.
    guard !state.isEmpty, state.utf8.count <= Self.maximumState else { return "state" }
    guard PKCE.isChallenge(challenge) else { return "code_challenge" }
    guard query["code_challenge_method"] ?? PKCE.method == PKCE.method else {
      return "code_challenge_method"
    }
    guard Self.displays.contains(query["display"] ?? "default") else { return "display" }
    // A login that continues on pages is bound to an installation, so the device is required.
    guard device.map({ (1...256).contains($0.utf8.count) }) ?? !continuesToPages else {
      return "device"
    }
    return nil
  }
}

extension ServedResponse {
  /// Redirects the browser with a GET.
  static func sent(to location: String, cookies: [String] = []) -> ServedResponse {
    var response = ServedResponse.seeOther(location, cookies: cookies)
    response.head.status = .found
    return response
  }
}
