// SPDX-License-Identifier: Apache-2.0

import CoatcheckIDaaS
import CoatcheckIDaaSOldNames
import CoatcheckIDaaSProtocol
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import TestKit

@Suite("The document's classes", .oneAtATime, .timeLimit(.minutes(10)))
@MainActor
struct CompatibilityTests {
  @Test("return 0 and the document's members for a sign-in by calls")
  func login() async throws {
    let world = try await IDaaSWorld.welcoming()
    world.begin()
    let answer = await world.called()
    #expect(answer.code == "0")
    let data = try #require(answer.dictionary)
    #expect(data["status"] == "SUCCESS")
    #expect(data["expire"] == 432_000)
    #expect(data["session_token"]?.stringValue?.isEmpty == false)
    #expect(data["id_token"]?.stringValue?.isEmpty == false)
    #expect(try await world.store.sessions().count == 1)
  }

  @Test(
    "return 101 for a sign-in by calls that is not finished",
    arguments: [(true, "SOCIAL_BIND"), (false, "USER_REGISTER")])
  func pending(binds: Bool, status: String) async throws {
    let world = try await IDaaSWorld.start(application: { app in
      if binds { app.unassociated = .bind }
    })
    world.begin()
    let answer = await world.called()
    #expect(answer.code == "101")
    let data = try #require(answer.dictionary)
    #expect(data["status"]?.stringValue == status)
    #expect(data["state_token"]?.stringValue?.isEmpty == false)
    let nested = try JSONObject(parsing: Array(#require(data["data"]?.stringValue).utf8))
    #expect(nested["socialBindOrRegisterFlow"] == ["VERIFY_PHONE", "VERIFY_EMAIL"])
  }

  @Test("return 1 and the return code in the dictionary for a refused sign-in")
  func refused() async throws {
    let world = try await IDaaSWorld.start()
    world.begin()
    for (token, uid, code) in [
      ("", "1", "IDAAS.SDK.COMMON.1001"), ("2.00a", "", "IDAAS.SDK.COMMON.1001"),
      ("2.00a", "1", "IDAAS.SDK.LOGIN.1001"),
    ] {
      let answer = await IDaaSWorld.called(token, uid)
      #expect(answer.code == "1")
      #expect(answer.dictionary?["error_code"]?.stringValue == code)
      #expect(answer.dictionary?["error_msg"]?.stringValue?.isEmpty == false)
    }
  }

  @Test("return 1 and a text before the domain and the client id are set, in every class")
  func unconfigured() async throws {
    let world = try await IDaaSWorld.start()
    world.begin()
    let common = BCIDACommonManager.sharedInstance()
    common.initWithDomain("").initWithClientID("")
    let binding = BCWeiboBindOrRegistManager.sharedInstance()
    let calls: [(String, @MainActor (@escaping BCHandler) -> Void)] = [
      (
        "verify",
        { BCIDAIDTokenManager.sharedInstance().verifySign(withIdToken: "x", andWithCallBack: $0) }
      ),
      (
        "refresh",
        {
          BCIDAIDTokenRefreshManager.sharedInstance().refreshIdToken(
            withSessionToken: "x", andWithCallBack: $0)
        }
      ),
      (
        "login",
        {
          BCWeiboAPILoginManager.sharedInstance().loginWeibo(
            withAccessToken: "2.00a", andWithUid: "1", andWithCompletionHandler: $0)
        }
      ),
      (
        "built-in login",
        {
          BCWeiboLoginManager.sharedInstance().loginWeibo(
            withRedirectURI: "https://t/x", andWithCompletionCallBack: $0)
        }
      ),
      (
        "countries",
        { BCIDAInternationalPhoneCodeManager.getInternaltionalAreaCode(completionHandler: $0) }
      ),
      (
        "slider",
        {
          BCWeiboSlideVerifyCodeManager.startSlidingVerifyCodePage(
            withMobileNumber: "13800000000", andWithResultHandler: $0)
        }
      ),
      (
        "message",
        {
          BCWeiboSlideVerifyCodeManager.sendSMSWithSlideResult(
            withToken: "t", andMobile: "13800000000", andWith: .bind, andWithCallBack: $0)
        }
      ),
      (
        "bind",
        {
          binding.weiboBind(
            withMobile: "1", andWithVerifyCode: "1", andWithStateToken: "s",
            andWithCompletionHandler: $0)
        }
      ),
      (
        "register",
        {
          binding.weiboRegist(
            withMobile: "1", andWithVerifyCode: "1", andWithStateToken: "s",
            andWithCompletionHandler: $0)
        }
      ),
    ]
    for (name, call) in calls {
      let answer = await Called.by(call)
      #expect(answer.code == "1", "\(name)")
      #expect(answer.text?.isEmpty == false, "\(name)")
    }
    common.initWithDomain("http://tenant.example").initWithClientID("app")
    for (name, call) in calls { #expect(await Called.by(call).code == "1", "\(name)") }
  }

  @Test("check ID tokens with the document's numbers, read them, and refresh them as JSON text")
  func tokens() async throws {
    let world = try await IDaaSWorld.welcoming()
    world.begin()
    let session = try await world.session()
    let idToken = try await session.accessToken().reveal()
    let tokens = BCIDAIDTokenManager.sharedInstance()
    let checked = await Called.by {
      tokens.verifySign(withIdToken: idToken, andWithCallBack: $0)
    }
    #expect(checked.code == "0")
    #expect(checked.text == "success")
    for (text, code) in [("", "1"), ("x", "103"), (idToken.dropLast(4) + "AAAA", "103")] {
      let answer = await Called.by {
        tokens.verifySign(withIdToken: String(text), andWithCallBack: $0)
      }
      #expect(answer.code == code)
    }
    let read = await Called.by {
      tokens.getUserInfoFromIdToken(withIdToken: idToken, andWithCallBack: $0)
    }
    #expect(read.code == "0")
    #expect(read.dictionary?["id"]?.stringValue == session.account.subject)
    #expect(read.dictionary?["aud"] == "app")

    let refresh = BCIDAIDTokenRefreshManager.sharedInstance()
    let old = try #require(session.stored?.refreshToken).reveal()
    let answer = await Called.by {
      refresh.refreshIdToken(withSessionToken: old, andWithCallBack: $0)
    }
    #expect(answer.code == "0")
    let fresh = try #require(answer.text.map { try JSONObject(parsing: Array($0.utf8)) })
    #expect(fresh["expire"] == 7200)
    #expect(fresh["id_token"]?.stringValue?.isEmpty == false)
    let stored = try await world.store.session(session.account)
    #expect(fresh["session_token"]?.stringValue == stored?.refreshToken?.reveal())
    for token in ["", "unknown"] {
      let refused = await Called.by {
        refresh.refreshIdToken(withSessionToken: token, andWithCallBack: $0)
      }
      #expect(refused.code == "1")
      #expect(refused.text?.isEmpty == false)
    }
    world.server.clock.advance(by: .seconds(7_300))
    let over = await Called.by { tokens.verifySign(withIdToken: idToken, andWithCallBack: $0) }
    #expect(over.code == "106")
  }

  @Test("list the countries and validate a number")
  func areaCodes() async throws {
    let world = try await IDaaSWorld.start()
    world.begin()
    let answer = await Called.by {
      BCIDAInternationalPhoneCodeManager.getInternaltionalAreaCode(completionHandler: $0)
    }
    #expect(answer.code == "0")
    let data = try #require(answer.dictionary)
    #expect(data["preferredAreaCode"] == "CN")
    let list = try #require(data["phoneAreaCodeDefinitions"]?.arrayValue)
    #expect(
      list.compactMap { $0.objectValue?["countryCode"]?.stringValue } == [
        "CN", "HK", "TW", "MO", "AF",
      ])
    for (mobile, fits) in [("13800000000", true), ("+86-13800000000", true), ("12", false)] {
      #expect(try (AreaCodes(json: data).number(mobile) != nil) == fits)
    }
    world.transport.isDown = true
    let offline = await Called.by {
      BCIDAInternationalPhoneCodeManager.getInternaltionalAreaCode(completionHandler: $0)
    }
    #expect(offline.code == "1")
  }

  @Test("replace the theme of the pages as a whole")
  func theme() async throws {
    let world = try await IDaaSWorld.start()
    let themes = BCIDABindPhoneThemeManager.sharedInstance()
    func bar(of user: StandInUser, _ number: String) async throws -> Bool {
      let user = WatchedUser(
        PhoneUser(user, number: number, at: world.server, transport: Transports.system))
      BCIDACommonManager.settings.userAgent = user
      _ = await Called.by {
        BCWeiboLoginManager.sharedInstance().loginWeibo(
          withRedirectURI: "", andWithCompletionCallBack: $0)
      }
      return try #require(user.pages.first { $0.contains("name=\"verify_code\"") })
        .contains("Register xx")
    }
    world.begin()
    let settings = BCWeiboBindPhoneViewCustomSetting()
    settings.navRegistTitle = NSAttributedString(string: "Register xx")
    themes.setBindPhoneTheme(settings)
    #expect(try await bar(of: .alice, "13800000000"))
    themes.setBindPhoneTheme(BCWeiboBindPhoneViewCustomSetting())
    #expect(try await !bar(of: .bob, "13900000000"))
  }

  @Test("check certificates in every build, and log a critical line when the app turns that off")
  func certificates() async throws {
    let world = try await IDaaSWorld.start()
    let log = CapturedLog()
    let rules = Mutex<[TrustRules]>([])
    world.begin {
      $0.logger = log.logger
      $0.transport = { trust in
        rules.withLock { $0.append(trust) }
        return Transports.system
      }
    }
    let common = BCIDACommonManager.sharedInstance()
    func countries() async -> String {
      await Called.by {
        BCIDAInternationalPhoneCodeManager.getInternaltionalAreaCode(completionHandler: $0)
      }.code
    }
    common.initWithSSLCerVerification(true)
    #expect(await countries() == "0")
    #expect(!log.lines.contains { $0.level == .critical })
    #expect(rules.withLock { $0 } == [.system])
    common.initWithSSLCerVerification(false)
    #expect(log.lines.count { $0.level == .critical } == 1)
    common.initWithClientID("app")
    #expect(await countries() == "0")
    #expect(rules.withLock { $0 } == [.system, .system])
  }
}
