// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import TestSupport

@Suite("Every call, in both directions")
struct CallTests {
  @Test("what a client writes, a server reads, whatever the texts are", arguments: CallCase.all)
  func messagesGoThroughBothHalves(_ call: CallCase) throws {
    var random = SplitMix64(seed: 1)
    for _ in 0..<300 { try call.sends(&random) }
  }

  @Test("what a server answers, a client reads, whatever the texts are", arguments: CallCase.all)
  func repliesGoThroughBothHalves(_ call: CallCase) throws {
    var random = SplitMix64(seed: 2)
    for _ in 0..<300 { try call.answers(&random) }
  }

  @Test(
    "a message that was altered in transit is read or refused", arguments: CallCase.all)
  func brokenTextsAreHarmless(_ call: CallCase) throws {
    var random = SplitMix64(seed: 8)
    var read = 0
    for _ in 0..<400 where try call.breaks(&random) { read += 1 }
    // Some altered messages are still valid.
    #expect(read > 0)
  }

  @Test("unknown members are ignored", arguments: CallCase.all)
  func unknownMembersAreIgnored(_ call: CallCase) throws {
    var message = try call.whole()
    message.body["something_new"] = ["a": [1, .null]]
    message.fields[HTTPField.Name("X-Something-New")!] = "1"
    #expect(call.refusal(message) == nil)
  }

  @Test(
    "a required member that is missing, null or empty is COMMON.1001 with its name",
    arguments: CallCase.all)
  func missingMembersAreNamed(_ call: CallCase) throws {
    let whole = try call.whole()
    for name in call.required {
      for value in [nil, JSONValue.null, ""] {
        var message = whole
        message.body[name] = value
        let refusal = call.refusal(message)
        #expect(refusal?.code == .parameterMissing)
        #expect(refusal?.arguments == [name])
        #expect(refusal?.detail == .missingParameter)
      }
    }
  }

  @Test("a text member of another type is COMMON.1007 with its name", arguments: CallCase.all)
  func wrongTypesAreNamed(_ call: CallCase) throws {
    let whole = try call.whole()
    for name in call.required + call.optional {
      for value: JSONValue in [1, true, [], [:]] {
        var message = whole
        message.body[name] = value
        let refusal = call.refusal(message)
        #expect(refusal?.code == .parameterType)
        #expect(refusal?.arguments == [name])
      }
    }
  }

  @Test(
    "a required header field that is missing or empty is COMMON.1001 with its name",
    arguments: CallCase.all)
  func missingFieldsAreNamed(_ call: CallCase) throws {
    let whole = try call.whole()
    for name in call.fields {
      for value in [nil, ""] {
        var message = whole
        message.fields[try #require(HTTPField.Name(name))] = value
        #expect(call.refusal(message)?.code == .parameterMissing)
        #expect(call.refusal(message)?.arguments == [name])
      }
    }
  }

  @Test(
    "a token that would be two header fields is not sent", arguments: ["a\r\nX: b", "a\nb", "a\0"])
  func fieldsAreNotSplit(_ token: String) {
    let calls: [any IDaaSCall] = [
      BindSocial(stateToken: Secret(token), contact: .mobile("1"), code: Secret("1")),
      RefreshIDToken(sessionToken: Secret(token)), SignedRefreshIDToken(signature: token),
      SocialAccountsCall(idToken: Secret(token)),
    ]
    for call in calls {
      do throws(OAuthError) {
        _ = try call.message()
        Issue.record("The call was written.")
      } catch {
        #expect(error.outcome == .misused)
        #expect(error.parameter != nil)
      }
    }
  }

  @Test(
    "an Authorization field with something else than one bearer token is COMMON.1002",
    arguments: ["Basic YTpi", "Bearer", "Bearer ", "Bearer a b", "x"])
  func otherCredentialsAreRefused(_ field: String) {
    let refusal = Refusal.of(SocialAccountsCall.self, CallMessage(fields: [.authorization: field]))
    #expect(refusal?.code == .parameterFormat)
    #expect(refusal?.arguments == ["Authorization"])
  }

  @Test("the word before a bearer token is read in any case")
  func bearerIsReadInAnyCase() throws {
    let call = try SocialAccountsCall(CallMessage(fields: [.authorization: "bEARER abc"]))
    #expect(call.idToken.reveal() == "abc")
  }

  @Test("paths and methods are the vendor's")
  func pathsAreTheVendors() {
    let calls: [any IDaaSCall.Type] = [
      WeiboLogin.self, ClientConfigCall.self, CountryCodesCall.self, CaptchaCall.self,
      CaptchaCheck.self, SendSMS.self, SendEmail.self, BindSocial.self, RegisterSocial.self,
      RefreshIDToken.self, SignedRefreshIDToken.self, SocialAccountsCall.self, UnbindAccount.self,
      LogoutCall.self, DeleteAccount.self, MFASend.self, MFAVerify.self, PasswordLogin.self,
      MobileLogin.self, SourceLogin<WeChat>.self, SourceLogin<Alipay>.self,
      SourceLogin<CarrierLogin>.self, UpdatePassword.self, ServerDateCall.self, PublicKeyCall.self,
      HostedSession.self, HostedCompletion.self, ThemeCall.self, UserInfoCall.self,
      PushTheme.self, CaptchaPage.self, CaptchaPageCompletion.self, UpdateMobile.self,
    ]
    let lines: [String] = calls.map { "\($0.method.rawValue) \($0.path)" }
    let expected: [String] = [
      "POST /api/v2/sdk/login/weibo", "GET /api/v2/sdk/client-config",
      "GET /api/v2/sdk/country-codes", "GET /api/v2/sdk/captcha",
      "POST /api/v2/sdk/captcha/verify", "POST /api/v2/sdk/sms/send",
      "POST /api/v2/sdk/email/send", "POST /api/v2/sdk/social/bind",
      "POST /api/v2/sdk/social/register-bind", "POST /api/v2/sdk/sso/session-token/id-token",
      "POST /api/v2/sdk/session-token/refresh-id-token", "GET /api/v2/sdk/social",
      "POST /api/v2/sdk/social/unbind-account", "POST /api/v2/sdk/logout",
      "DELETE /api/v2/sdk/account", "POST /api/v2/sdk/mfa/sms",
      "POST /api/v2/sdk/mfa/sms/verify", "POST /api/v2/sdk/login",
      "POST /api/v2/sdk/login/mobile-verify-code", "POST /api/v2/sdk/login/wechat",
      "POST /api/v3/sdk/login/alipay", "POST /api/v2/sdk/login/one-click",
      "POST /api/v2/sdk/pwd/update-by-mobile", "GET /api/v2/sdk/server-date",
      "GET /api/v2/sdk/public-key", "POST /api/v2/sdk/hosted-session",
      "POST /api/v2/sdk/hosted-session/complete", "GET /api/v2/sdk/theme",
      "GET /api/v1/oauth2/userinfo", "POST /api/v2/sdk/theme", "POST /api/v2/sdk/captcha/page",
      "POST /api/v2/sdk/captcha/page/complete", "POST /api/v2/sdk/mobile/update",
    ]
    #expect(lines == expected)
  }
}
