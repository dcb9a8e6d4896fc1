// SPDX-License-Identifier: Apache-2.0

import CoatcheckIDaaSProtocol
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import TestKit
@testable import CoatcheckIDaaS

@Suite("The document's classes")
struct CompatibilityTests {
  /// Calls something with a handler, and waits for it.
  static func called(_ body: (@escaping BCHandler) -> Void) async -> (code: String, data: BCData) {
    await withCheckedContinuation { waiter in body { waiter.resume(returning: ($0, $1)) } }
  }

  static func common(_ world: IDaaSWorld) -> BCIDACommonManager {
    let transport = world.transport
    let common = BCIDACommonManager(
      store: world.store, transports: { _ in transport }, device: .fixed("device-1"),
      environment: world.server.clock.environment)
    common.initWithDomain(world.server.origin).initWithClientID("app").setLogEnabled(true)
    return common
  }

  @Test("sign in by calls with 0 and what the document prints")
  func login() async throws {
    let world = try await IDaaSWorld.welcoming()
    let login = BCWeiboAPILoginManager(Self.common(world))
    let (token, uid) = world.token()
    let answer = await Self.called {
      login.loginWeiboWithAccessToken(token.reveal(), andWithUid: uid, andWithCompletionHandler: $0)
    }
    #expect(answer.code == "0")
    let data = try #require(answer.data.dictionary)
    #expect(data["status"] == "SUCCESS")
    #expect(data["expire"] == 432_000)
    #expect(data["session_token"]?.stringValue?.isEmpty == false)
    #expect(data["id_token"]?.stringValue?.isEmpty == false)
    #expect(try await world.store.sessions().count == 1)
  }

  @Test(
    "sign in by calls with 101 when something is still to be done",
    arguments: [(true, "SOCIAL_BIND"), (false, "USER_REGISTER")])
  func pending(binds: Bool, status: String) async throws {
    let world = try await IDaaSWorld.start(application: { app in
      if binds { app.unassociated = .bind }
    })
    let login = BCWeiboAPILoginManager(Self.common(world))
    let (token, uid) = world.token()
    let answer = await Self.called {
      login.loginWeiboWithAccessToken(token.reveal(), andWithUid: uid, andWithCompletionHandler: $0)
    }
    #expect(answer.code == "101")
    let data = try #require(answer.data.dictionary)
    #expect(data["status"]?.stringValue == status)
    #expect(data["state_token"]?.stringValue?.isEmpty == false)
    let nested = BCData.dictionaryWithJsonString(try #require(data["data"]?.stringValue))
    #expect(nested?["socialBindOrRegisterFlow"] == ["VERIFY_PHONE", "VERIFY_EMAIL"])
  }

  @Test("sign in by calls with 1 and the code inside of the dictionary")
  func refused() async throws {
    let world = try await IDaaSWorld.start()
    let login = BCWeiboAPILoginManager(Self.common(world))
    for (token, uid, code) in [
      ("", "1", "IDAAS.SDK.COMMON.1001"), ("2.00a", "", "IDAAS.SDK.COMMON.1001"),
      ("2.00a", "1", "IDAAS.SDK.LOGIN.1001"),
    ] {
      let answer = await Self.called {
        login.loginWeiboWithAccessToken(token, andWithUid: uid, andWithCompletionHandler: $0)
      }
      #expect(answer.code == "1")
      #expect(answer.data.dictionary?["error_code"]?.stringValue == code)
      #expect(answer.data.dictionary?["error_msg"]?.stringValue?.isEmpty == false)
    }
  }

  @Test("answer 1 with a text before the domain and the client id are set")
  func unconfigured() async throws {
    let common = BCIDACommonManager(
      store: MemoryTokenStore(), transports: { _ in Transports.system })
    let tokens = BCIDAIDTokenManager(common)
    let before = await Self.called {
      tokens.verifySignWithIdToken("x", andWithCallBack: $0)
    }
    #expect(before.code == "1")
    #expect(before.data.text?.isEmpty == false)
    common.initWithDomain("http://tenant.example").initWithClientID("app")
    let login = BCWeiboAPILoginManager(common)
    let insecure = await Self.called {
      login.loginWeiboWithAccessToken("2.00a", andWithUid: "1", andWithCompletionHandler: $0)
    }
    #expect(insecure.code == "1")
  }

  @Test("check ID tokens with the document's numbers, read them, and refresh them as JSON text")
  func tokens() async throws {
    let world = try await IDaaSWorld.welcoming()
    let common = Self.common(world)
    let session = try await world.session()
    let idToken = try await session.accessToken().reveal()
    let tokens = BCIDAIDTokenManager(common)
    let checked = await Self.called {
      tokens.verifySignWithIdToken(idToken, andWithCallBack: $0)
    }
    #expect(checked.code == "0")
    #expect(checked.data == .text("success"))
    for (text, code) in [("", "1"), ("x", "103"), (idToken.dropLast(4) + "AAAA", "103")] {
      let answer = await Self.called {
        tokens.verifySignWithIdToken(String(text), andWithCallBack: $0)
      }
      #expect(answer.code == code)
    }
    let read = await Self.called {
      tokens.getUserInfoFromIdTokenWithIdToken(idToken, andWithCallBack: $0)
    }
    #expect(read.code == "0")
    #expect(read.data.dictionary?["id"]?.stringValue == session.account.subject)
    #expect(read.data.dictionary?["aud"] == "app")

    let refresh = BCIDAIDTokenRefreshManager(common)
    let old = try #require(session.stored?.refreshToken).reveal()
    let answer = await Self.called {
      refresh.refreshIdTokenWithSessionToken(old, andWithCallBack: $0)
    }
    #expect(answer.code == "0")
    let fresh = try #require(answer.data.text.flatMap(BCData.dictionaryWithJsonString))
    #expect(fresh["expire"] == 7200)
    #expect(fresh["id_token"]?.stringValue?.isEmpty == false)
    let stored = try await world.store.session(session.account)
    #expect(fresh["session_token"]?.stringValue == stored?.refreshToken?.reveal())
    for token in ["", "nobody"] {
      let refused = await Self.called {
        refresh.refreshIdTokenWithSessionToken(token, andWithCallBack: $0)
      }
      #expect(refused.code == "1")
      #expect(refused.data.text?.isEmpty == false)
    }
    world.server.clock.advance(by: .seconds(7_300))
    let over = await Self.called { tokens.verifySignWithIdToken(idToken, andWithCallBack: $0) }
    #expect(over.code == "106")
  }

  @Test("list the countries, and say whether a number is one")
  func areaCodes() async throws {
    let world = try await IDaaSWorld.start()
    let codes = BCIDAInternationalPhoneCodeManager(Self.common(world))
    let answer = await Self.called { codes.getInternaltionalAreaCodeWithCompletionHandler($0) }
    #expect(answer.code == "0")
    let data = try #require(answer.data.dictionary)
    #expect(data["preferredAreaCode"] == "CN")
    let list = try #require(data["phoneAreaCodeDefinitions"]?.arrayValue)
    #expect(
      list.compactMap { $0.objectValue?["countryCode"]?.stringValue } == [
        "CN", "HK", "TW", "MO", "AF",
      ])
    for (mobile, fits) in [("13800000000", true), ("+86-13800000000", true), ("12", false)] {
      #expect(
        BCIDAInternationalPhoneCodeManager.parseDictionary(data, andWithMoile: mobile) == fits)
    }
    world.transport.isDown = true
    let offline = await Self.called { codes.getInternaltionalAreaCodeWithCompletionHandler($0) }
    #expect(offline.code == "1")
  }

  /// Puts the piece somewhere, or closes the page.
  struct Page: BCSliderPage {
    let x: Double?
    func answer(to slider: SliderChallenge) async -> CaptchaSolution? {
      x.map { .slider(x: $0, y: 5, displayWidth: Double(slider.width)) }
    }
  }

  @Test("close the slider with 105, and say what was wrong with an answer")
  func slider() async throws {
    let world = try await IDaaSWorld.start()
    let common = Self.common(world)
    func run(_ page: Page, _ mobile: String = "13800000000") async -> (String, BCData) {
      let manager = BCWeiboSlideVerifyCodeManager(common, page: page)
      return await Self.called {
        manager.startSlidingVerifyCodePageWithMobileNumber(mobile, andWithResultHandler: $0)
      }
    }
    #expect(await run(Page(x: nil)).0 == "105")
    #expect(await run(Page(x: 5), "").0 == "1")
    let wrong = await run(Page(x: 0))
    #expect(wrong.0 == "IDAAS.SDK.SMS.1003")
    #expect(wrong.1.text?.isEmpty == false)
  }

  @Test("send, register and bind with the codes of the document")
  func registers() async throws {
    let world = try await IDaaSWorld.start()
    let common = Self.common(world)
    let login = BCWeiboAPILoginManager(common)
    let (token, uid) = world.token()
    let first = await Self.called {
      login.loginWeiboWithAccessToken(token.reveal(), andWithUid: uid, andWithCompletionHandler: $0)
    }
    let state = try #require(first.data.dictionary?["state_token"]?.stringValue)
    let mobile = "+86-13800000000"
    let pending = try #require(common.pending)
    let proof = try await pending.captcha(for: .mobile(mobile), kind: .proofOfWork).work()
    let messages = BCWeiboSlideVerifyCodeManager(common, page: Page(x: nil))
    let unproved = await Self.called {
      messages.sendSMSWithSlideResultWithToken(
        "guess", andMobile: mobile, andWithType: .weiboSlideSMSRegist, andWithCallBack: $0)
    }
    #expect(unproved.code == "IDAAS.SDK.SMS.1004")
    let sent = await Self.called {
      messages.sendSMSWithSlideResultWithToken(
        proof.token.reveal(), andMobile: mobile, andWithType: .weiboSlideSMSRegist,
        andWithCallBack: $0)
    }
    #expect(sent.code == "0")
    let manager = BCWeiboBindOrRegistManager(common)
    let code = try world.code("+8613800000000").reveal()
    for (typed, expected) in [
      ("", "1"), (code == "000000" ? "111111" : "000000", "IDAAS.SDK.SMS.1005"), (code, "0"),
    ] {
      let answer = await Self.called {
        manager.weiboRegistWithMobile(
          mobile, andWithVerifyCode: typed, andWithStateToken: state, andWithCompletionHandler: $0)
      }
      #expect(answer.code == expected)
      if expected == "0" { #expect(answer.data.dictionary?["status"] == "SUCCESS") }
    }
    let used = await Self.called {
      manager.weiboBindWithMobile(
        mobile, andWithVerifyCode: code, andWithStateToken: state, andWithCompletionHandler: $0)
    }
    #expect(used.code.hasPrefix("IDAAS.SDK.COMMON."))
  }

  @Test("with built-in pages answer 0, 102 and 103")
  func builtIn() async throws {
    let world = try await IDaaSWorld.welcoming()
    func run(_ answer: ScriptedUserAgent.Answer) async -> (code: String, data: BCData) {
      let agent = StandInUser.alice.agent(answer)
      let login = BCWeiboLoginManager(Self.common(world), userAgent: agent)
      login.registWeiBoWithAppKey(
        "20454", andWithUniversalLink: "https://app.example/weibo/", enableDebugMode: true)
      #expect(!login.oauthHandleOpenURL("wb20454://x"))
      #expect(!login.handleOpenUniversalActivity(nil))
      return await Self.called {
        login.loginWeiboWithRedirectURI("", andWithCompletionCallBack: $0)
      }
    }
    let denied = await run(.deny)
    #expect(denied.code == "102")
    let done = await run(.allow)
    #expect(done.code == "0")
    #expect(done.data.dictionary?.names.sorted() == ["id_token", "session_token"])
  }

  @Test("with Weibo's app answer by its statuses")
  func app() async throws {
    let world = try await IDaaSWorld.welcoming()
    let system = StandInWeiboSystem()
    let registration = try WeiboRegistration(appKey: "20454")
    let agent = ScriptedUserAgent(username: "", password: Secret(""), transport: Transports.system)
    let login = BCWeiboLoginManager(
      Self.common(world), app: WeiboAppSwitch(registration, system: system), userAgent: agent)
    login.registWeiBoWithAppKey("20454", andWithUniversalLink: "", enableDebugMode: false)
    let (token, uid) = world.token()
    var opened = 0
    for (status, expected) in [(0, "0"), (-1, "102"), (-3, "102"), (-2, "103")] {
      opened += 1
      let wanted = opened
      async let answer = Self.called {
        login.loginWeiboWithRedirectURI("https://t/x", andWithCompletionCallBack: $0)
      }
      while system.opened.count < wanted { await Task.yield() }
      try system.answer([
        "__class": "WBAuthorizeResponse",
        "requestID": try #require(try system.request()["requestID"] as? String),
        "statusCode": status, "accessToken": token.reveal(), "userID": uid,
      ])
      #expect(login.oauthHandleOpenURL("WB20454://response"))
      #expect(await answer.code == expected)
    }
  }

  @Test("keep the newest look of the pages, whole")
  func theme() throws {
    let common = BCIDACommonManager(
      store: MemoryTokenStore(), transports: { _ in Transports.system })
    common.initWithDomain("https://tenant.example").initWithClientID("app")
    let themes = BCIDABindPhoneThemeManager(common)
    var settings = BCWeiboBindPhoneViewCustomSetting()
    settings.isNavHidden = true
    themes.setBindPhoneTheme(settings)
    #expect(try common.idaas().configuration.theme == settings)
    themes.setBindPhoneTheme(BCWeiboBindPhoneViewCustomSetting())
    #expect(try common.idaas().configuration.theme?.isNavHidden == nil)
  }

  @Test("are loud when somebody turns the check of certificates off")
  func certificates() throws {
    let lines = Mutex<[String]>([])
    struct Handler: LogHandler {
      let lines: @Sendable (Logger.Level, String) -> Void
      var metadata = Logger.Metadata()
      var logLevel = Logger.Level.trace
      subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { nil }
        set {}
      }
      func log(event: LogEvent) { lines(event.level, "\(event.message)") }
    }
    let logger = Logger(label: "test") { _ in
      Handler { level, line in lines.withLock { $0.append("\(level): \(line)") } }
    }
    let rules = Mutex<[TrustRules]>([])
    let common = BCIDACommonManager(
      store: MemoryTokenStore(),
      transports: { trust in
        rules.withLock { $0.append(trust) }
        return Transports.system
      }, logger: logger)
    common.initWithDomain("https://tenant.example").initWithClientID("app")
    common.initWithSSLCerVerification(true)
    _ = try common.idaas()
    #expect(lines.withLock { $0 }.isEmpty)
    #expect(rules.withLock { $0 } == [.system])
    common.initWithSSLCerVerification(false)
    #expect(lines.withLock { $0 }.count == 1)
    #expect(lines.withLock { $0 }.first?.hasPrefix("critical:") == true)
    _ = try common.idaas()
    #if DEBUG
      #expect(rules.withLock { $0 }.last != .system)
    #else
      #expect(common.checksCertificates)
      #expect(rules.withLock { $0 }.allSatisfy { $0 == .system })
    #endif
  }
}
