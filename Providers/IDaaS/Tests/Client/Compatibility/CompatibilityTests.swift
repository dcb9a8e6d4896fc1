// SPDX-License-Identifier: Apache-2.0

import CoatcheckIDaaSProtocol
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import TestKit
@testable import CoatcheckIDaaS

@Suite("The document's classes")
struct CompatibilityTests {
  /// Calls a function with a completion handler and waits for the result.
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

  @Test("return 0 and the document's members for a sign-in by calls")
  func login() async throws {
    let world = try await IDaaSWorld.welcoming()
    let login = BCWeiboAPILoginManager(Self.common(world))
    let (token, uid) = world.token()
    let answer = await login.called(token.reveal(), uid)
    #expect(answer.code == "0")
    let data = try #require(answer.data.dictionary)
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
    let login = BCWeiboAPILoginManager(Self.common(world))
    let (token, uid) = world.token()
    let answer = await login.called(token.reveal(), uid)
    #expect(answer.code == "101")
    let data = try #require(answer.data.dictionary)
    #expect(data["status"]?.stringValue == status)
    #expect(data["state_token"]?.stringValue?.isEmpty == false)
    let nested = BCData.dictionaryWithJsonString(try #require(data["data"]?.stringValue))
    #expect(nested?["socialBindOrRegisterFlow"] == ["VERIFY_PHONE", "VERIFY_EMAIL"])
  }

  @Test("return 1 and the return code in the dictionary for a refused sign-in")
  func refused() async throws {
    let world = try await IDaaSWorld.start()
    let login = BCWeiboAPILoginManager(Self.common(world))
    for (token, uid, code) in [
      ("", "1", "IDAAS.SDK.COMMON.1001"), ("2.00a", "", "IDAAS.SDK.COMMON.1001"),
      ("2.00a", "1", "IDAAS.SDK.LOGIN.1001"),
    ] {
      let answer = await login.called(token, uid)
      #expect(answer.code == "1")
      #expect(answer.data.dictionary?["error_code"]?.stringValue == code)
      #expect(answer.data.dictionary?["error_msg"]?.stringValue?.isEmpty == false)
    }
  }

  @Test("return 1 and a text before the domain and the client id are set, in every class")
  func unconfigured() async throws {
    let common = BCIDACommonManager(
      store: MemoryTokenStore(), transports: { _ in Transports.system })
    let slider = BCWeiboSlideVerifyCodeManager(common, page: Page(x: 0))
    let binding = BCWeiboBindOrRegistManager(common)
    let calls: [(String, (@escaping BCHandler) -> Void)] = [
      ("verify", { BCIDAIDTokenManager(common).verifySignWithIdToken("x", andWithCallBack: $0) }),
      (
        "refresh",
        {
          BCIDAIDTokenRefreshManager(common).refreshIdTokenWithSessionToken(
            "x", andWithCallBack: $0)
        }
      ),
      (
        "login",
        {
          BCWeiboAPILoginManager(common).loginWeiboWithAccessToken(
            "2.00a", andWithUid: "1", andWithCompletionHandler: $0)
        }
      ),
      (
        "built-in login",
        {
          BCWeiboLoginManager(common, userAgent: ClosingUser()).loginWeiboWithRedirectURI(
            "https://t/x", andWithCompletionCallBack: $0)
        }
      ),
      (
        "countries",
        {
          BCIDAInternationalPhoneCodeManager(common)
            .getInternaltionalAreaCodeWithCompletionHandler($0)
        }
      ),
      (
        "slider",
        {
          slider.startSlidingVerifyCodePageWithMobileNumber(
            "13800000000", andWithResultHandler: $0)
        }
      ),
      (
        "message",
        {
          slider.sendSMSWithSlideResultWithToken(
            "t", andMobile: "13800000000", andWithType: .weiboSlideSMSBind, andWithCallBack: $0)
        }
      ),
      (
        "bind",
        {
          binding.weiboBindWithMobile(
            "1", andWithVerifyCode: "1", andWithStateToken: "s", andWithCompletionHandler: $0)
        }
      ),
      (
        "register",
        {
          binding.weiboRegistWithMobile(
            "1", andWithVerifyCode: "1", andWithStateToken: "s", andWithCompletionHandler: $0)
        }
      ),
    ]
    for (name, call) in calls {
      let answer = await Self.called(call)
      #expect(answer.code == "1", "\(name)")
      #expect(answer.data.text?.isEmpty == false, "\(name)")
    }
    common.initWithDomain("http://tenant.example").initWithClientID("app")
    for (name, call) in calls { #expect(await Self.called(call).code == "1", "\(name)") }
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
    for token in ["", "unknown"] {
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

  @Test("list the countries and validate a number")
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

  @Test("replace the theme of the pages as a whole")
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

  @Test("check certificates in every build, and log a critical line when the app turns that off")
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
    common.initWithClientID("app")
    _ = try common.idaas()
    #expect(rules.withLock { $0 } == [.system, .system])
  }
}

extension BCWeiboAPILoginManager {
  /// Signs in by a call, and waits for the result.
  func called(_ token: String, _ uid: String) async -> (code: String, data: BCData) {
    await CompatibilityTests.called {
      loginWeiboWithAccessToken(token, andWithUid: uid, andWithCompletionHandler: $0)
    }
  }
}
