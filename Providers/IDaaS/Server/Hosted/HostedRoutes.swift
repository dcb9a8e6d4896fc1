// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import HTTPTypes

extension IDaaSRoute {
  // swift-format-ignore
  static let hostedRoutes: [IDaaSRoute] = [
    .call(HostedSession.self) { try await $0.hostedSession($1, $2) },
    .call(HostedCompletion.self) { try await $0.complete($1, $2) },
    .call(CaptchaPage.self) { try await $0.captchaPage($1, $2) },
    .call(CaptchaPageCompletion.self) { try await $0.complete($1, $2) },
    .call(PushTheme.self) { try await $0.pushTheme($1, $2) },
    IDaaSRoute(.get,  ThemeCall.path)                        { await $0.themeDocument($1) },
    IDaaSRoute(.get,  themePath, isPrefix: true)             { await $0.administeredTheme($1) },
    IDaaSRoute(.put,  themePath, isPrefix: true)             { await $0.administeredTheme($1) },
    IDaaSRoute(.get,  "/hosted/bind")                        { await $0.showPage($1) },
    IDaaSRoute(.get,  "/hosted/register")                    { await $0.showPage($1) },
    IDaaSRoute(.get,  "/hosted/captcha")                     { await $0.showPage($1) },
    IDaaSRoute(.get,  "/hosted/captcha/", isPrefix: true)    { await $0.enterPage($1) },
    IDaaSRoute(.get,  "/hosted/bind/", isPrefix: true)       { await $0.enterPage($1) },
    IDaaSRoute(.get,  "/hosted/register/", isPrefix: true)   { await $0.enterPage($1) },
    IDaaSRoute(.post, "/hosted/api/captcha")                 { await $0.post($1, $0.hostedCaptcha) },
    IDaaSRoute(.post, "/hosted/api/captcha/verify")          { await $0.post($1, $0.hostedCheck) },
    IDaaSRoute(.post, "/hosted/api/sms/send")                { await $0.post($1, $0.hostedSend) },
    IDaaSRoute(.post, "/hosted/api/submit")                  { await $0.post($1, $0.hostedSubmit) },
    IDaaSRoute(.post, "/hosted/api/other")                   { await $0.post($1, $0.hostedOther) },
    IDaaSRoute(.post, "/hosted/api/back")                    { await $0.post($1, $0.hostedBack) },
    IDaaSRoute(.post, "/hosted/api/more")                    { await $0.post($1, $0.hostedMore) },
    IDaaSRoute(.get,  "/hosted/preview")                     { await $0.preview($1) },
    IDaaSRoute(.get,  "/hosted/preview/page")                { await $0.previewedPage($1) },
    IDaaSRoute(.get,  HostedStyleSheet.path)  { server, _ in server.asset(HostedStyleSheet.text, "text/css") },
    IDaaSRoute(.get,  HostedScript.path)      { server, _ in server.asset(HostedScript.text, "text/javascript") },
    IDaaSRoute(.get,  PreviewPage.scriptPath) { server, _ in server.previewScript() },
  ]

  private static let themePath = "/api/v2/tenant/applications/"
}
