// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import TestSupport

extension CallCase {
  private static let state = "X-state-token"

  /// All calls of the interface.
  static let all: [CallCase] = [
    CallCase(
      "Weibo login by token", required: ["access_token", "uid"],
      { WeiboLogin(.token($0.secret(), uid: $0.text())) }, { $0.login() }),
    CallCase(
      "Weibo login by ticket", required: ["code_verifier"],
      { WeiboLogin(.ticket($0.secret(), verifier: $0.secret())) }, { $0.login() }),
    CallCase(
      "Weibo login by code", required: ["redirect_uri"],
      { WeiboLogin(.code($0.secret(), redirectURI: $0.text())) }, { $0.login() }),
    CallCase("client config", { _ in ClientConfigCall() }, { $0.config() }),
    CallCase("country codes", { _ in CountryCodesCall() }, { $0.areaCodes() }),
    CallCase(
      "captcha",
      {
        CaptchaCall(
          kind: $0.pick(CaptchaKind.allCases), purpose: $0.maybe { $0.pick(MessageType.allCases) })
      }, { $0.challenge() }),
    CallCase(
      "captcha check, slider", required: ["token", "point_json", "sender"],
      optional: ["purpose"],
      {
        CaptchaCheck(
          token: $0.secret(), answer: $0.slide(), sender: $0.text(),
          purpose: $0.maybe { $0.pick(MessageType.allCases) }, stateToken: $0.maybe { $0.token() })
      }, { CaptchaProof(token: $0.secret(), expire: $0.number(0...300)) }),
    CallCase(
      "captcha check, work", required: ["token", "sender"],
      {
        CaptchaCheck(
          token: $0.secret(), answer: .proofOfWork(solution: $0.text()), sender: $0.text())
      }, { CaptchaProof(token: $0.secret(), expire: $0.number(0...300)) }),
    CallCase(
      "send SMS", required: ["mobile", "type", "captcha_token"],
      {
        SendSMS(
          to: $0.text(), type: $0.text(), captchaToken: $0.secret(),
          stateToken: $0.maybe { $0.token() }, idToken: $0.maybe { $0.token() })
      }, { $0.sent() }),
    CallCase(
      "send e-mail", required: ["email", "type", "captcha_token"],
      {
        SendEmail(
          to: $0.text(), type: $0.text(), captchaToken: $0.secret(),
          stateToken: $0.maybe { $0.token() }, idToken: $0.maybe { $0.token() })
      }, { $0.sent() }),
    CallCase(
      "bind by phone", required: ["mobile", "verify_code"], fields: [state],
      {
        BindSocial(
          stateToken: $0.token(), contact: .mobile($0.text()), code: $0.secret(),
          confirms: $0.flag())
      }, { $0.login() }),
    CallCase(
      "bind by e-mail", required: ["verify_code"], fields: [state],
      { BindSocial(stateToken: $0.token(), contact: .email($0.text()), code: $0.secret()) },
      { $0.login() }),
    CallCase(
      "register by phone", required: ["mobile", "verify_code"], fields: [state],
      {
        RegisterSocial(
          stateToken: $0.token(), contact: .mobile($0.text()), code: $0.secret(),
          confirms: $0.flag())
      }, { $0.login() }),
    CallCase(
      "register by e-mail", required: ["verify_code"], fields: [state],
      { RegisterSocial(stateToken: $0.token(), contact: .email($0.text()), code: $0.secret()) },
      { $0.login() }),
    CallCase(
      "second factor, sending", required: ["mobile"], fields: [state],
      { MFASend(stateToken: $0.token(), mobile: $0.text()) }, { $0.sent() }),
    CallCase(
      "second factor", required: ["verify_code"], fields: [state],
      { MFAVerify(stateToken: $0.token(), code: $0.secret()) }, { $0.login() }),
    CallCase(
      "password login", required: ["user_name", "password"],
      { PasswordLogin(username: $0.text(), password: $0.secret()) }, { $0.login() }),
    CallCase(
      "phone login", required: ["mobile", "verify_code"],
      { MobileLogin(mobile: $0.text(), code: $0.secret()) }, { $0.login() }),
    CallCase(
      "WeChat login", required: ["code"], { SourceLogin<WeChat>(code: $0.secret()) },
      { $0.login() }),
    CallCase(
      "Alipay login", required: ["code"], { SourceLogin<Alipay>(code: $0.secret()) },
      { $0.login() }),
    CallCase(
      "one-click login", required: ["code"], { SourceLogin<CarrierLogin>(code: $0.secret()) },
      { $0.login() }),
    CallCase(
      "refresh", optional: ["audience"], fields: ["session-token"],
      { RefreshIDToken(sessionToken: $0.token(), audience: $0.maybe { $0.text() }) },
      { $0.refreshed() }),
    CallCase(
      "signed refresh", fields: ["X-signature"],
      { SignedRefreshIDToken(signature: $0.word()) }, { $0.refreshed() }),
    CallCase(
      "social accounts", fields: ["Authorization"],
      { SocialAccountsCall(idToken: $0.token()) }, { $0.list { $0.account() } }),
    CallCase(
      "unbind", required: ["id"], optional: ["verify_code"], fields: ["Authorization"],
      { UnbindAccount(idToken: $0.token(), id: $0.text(), code: $0.maybe { $0.secret() }) },
      { _ in EmptyReply() }),
    CallCase(
      "logout by session", fields: ["session-token"],
      { LogoutCall(sessionToken: $0.token()) }, { _ in EmptyReply() }),
    CallCase(
      "delete account", required: ["verify_code"], fields: ["Authorization"],
      { DeleteAccount(idToken: $0.token(), code: $0.secret()) }, { _ in EmptyReply() }),
    CallCase(
      "set password", required: ["mobile", "verify_code", "password"],
      { UpdatePassword(mobile: $0.text(), code: $0.secret(), password: $0.secret()) },
      { _ in EmptyReply() }),
    CallCase("server date", { _ in ServerDateCall() }, { $0.date() }),
    CallCase("public key", { _ in PublicKeyCall() }, { $0.text() }),
    CallCase(
      "hosted page", required: ["page", "redirect_uri", "state", "code_challenge"],
      optional: ["language"], fields: [state],
      {
        var session = HostedSession(
          stateToken: $0.token(), page: $0.pick(HostedSession.Page.allCases),
          destination: PageDestination(
            redirectURI: $0.text(), state: $0.text(), codeChallenge: $0.text()),
          language: $0.maybe { $0.text() })
        session.theme = $0.maybe { $0.theme() }
        return session
      },
      {
        HostedPage(
          url: $0.text(), expire: $0.number(0...600),
          warnings: $0.list { ThemeWarning(text: $0.text(), background: $0.text(), ratio: 2.5) })
      }),
    CallCase(
      "hosted page, end", required: ["ticket", "code_verifier"],
      { HostedCompletion(ticket: $0.secret(), verifier: $0.secret()) }, { $0.login() }),
    CallCase("theme", { _ in ThemeCall() }, { $0.theme() }),
    CallCase(
      "theme, deposited", { PushTheme($0.theme()) },
      { PushedTheme(handle: $0.secret(), expire: $0.number(0...1_200)) }),
    CallCase(
      "captcha page", required: ["sender", "purpose", "redirect_uri", "state", "code_challenge"],
      optional: ["language"],
      {
        var page = CaptchaPage(
          sender: $0.text(), purpose: $0.pick(MessageType.allCases),
          destination: PageDestination(
            redirectURI: $0.text(), state: $0.text(), codeChallenge: $0.text()))
        page.language = $0.maybe { $0.text() }
        page.theme = $0.maybe { $0.theme() }
        page.stateToken = $0.maybe { $0.token() }
        return page
      }, { HostedPage(url: $0.text(), expire: $0.number(0...600)) }),
    CallCase(
      "captcha page, end", required: ["ticket", "code_verifier"],
      { CaptchaPageCompletion(ticket: $0.secret(), verifier: $0.secret()) },
      { CaptchaProof(token: $0.secret(), expire: $0.number(0...300)) }),
    CallCase(
      "change of number", required: ["mobile", "verify_code"], fields: ["Authorization"],
      { UpdateMobile(idToken: $0.token(), mobile: $0.text(), code: $0.secret()) },
      { _ in EmptyReply() }),
    CallCase(
      "user info", fields: ["Authorization"], { UserInfoCall(idToken: $0.token()) },
      { random in [random.text(): .string(random.text()), "id": .string(random.text())] }),
  ]
}
