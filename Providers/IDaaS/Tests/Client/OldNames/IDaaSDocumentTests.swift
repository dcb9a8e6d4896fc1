// SPDX-License-Identifier: Apache-2.0

import CoatcheckIDaaS
import CoatcheckIDaaSOldNames
import CoatcheckIDaaSProtocol
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import TestKit

@Suite("The document of the IDaaS SDK, by its old names", .oneAtATime, .timeLimit(.minutes(10)))
@MainActor
struct IDaaSDocumentTests {
  static let mobile = "+86-13800000000"

  /// The samples of the document at a tenant, after its classes were configured.
  func samples(
    _ world: IDaaSWorld, at agent: any UserAgent = ClosingUser(), app: StandInWeiboSystem? = nil,
    _ change: (inout BCSettings) -> Void = { _ in }
  ) -> IDaaSSamples {
    world.begin(at: agent, app: app, change)
    let samples = IDaaSSamples()
    samples.YOUR_BACKEND_TENANT = world.server.origin
    samples.line98()
    return samples
  }

  /// The code and the data that a sample passes to the app.
  func result(
    of samples: IDaaSSamples, _ call: @escaping @MainActor @Sendable (IDaaSSamples) -> Void
  ) async -> Called {
    await withCheckedContinuation { waiter in
      samples.use = { waiter.resume(returning: Called($0, $1)) }
      call(samples)
    }
  }

  func user(_ world: IDaaSWorld) -> PhoneUser {
    PhoneUser(.alice, number: "13800000000", at: world.server, transport: Transports.system)
  }

  /// The state token of a login that waits.
  private func waiting(_ samples: IDaaSSamples, _ world: IDaaSWorld) async throws -> String {
    let (token, uid) = world.token()
    let login = await result(of: samples) { $0.line451(token.reveal(), uid) }
    #expect(login.code == "101")
    samples._status = try #require(login.dictionary?["status"]?.stringValue)
    return try #require(login.dictionary?["state_token"]?.stringValue)
  }

  /// Requests a code with the samples of the slider and the message, and returns it.
  private func prove(_ samples: IDaaSSamples, _ world: IDaaSWorld) async throws -> String {
    let slider = await result(of: samples) { $0.line728(Self.mobile) }
    #expect(slider.code == "0")
    let token = try #require(slider.text)
    let sent = await result(of: samples) { $0.line763(token, Self.mobile) }
    #expect(sent.code == "0")
    return try world.code("+8613800000000").reveal()
  }

  private func expectTokens(_ called: Called) {
    #expect(called.code == "0")
    #expect(called.dictionary?["status"] == "SUCCESS")
    #expect(called.dictionary?["expire"] == 432_000)
    #expect(called.dictionary?["session_token"]?.stringValue?.isEmpty == false)
    #expect(called.dictionary?["id_token"]?.stringValue?.isEmpty == false)
  }

  @Test("lines 98 and 100: the chain is the configuration, and certificates are checked")
  func line98() async throws {
    let world = try await IDaaSWorld.start()
    let log = CapturedLog()
    let rules = Mutex<[TrustRules]>([])
    let transport = world.transport
    let samples = samples(world) {
      $0.logger = log.logger
      $0.transport = { trust in
        rules.withLock { $0.append(trust) }
        return transport
      }
    }
    #expect(log.lines.filter { $0.level == .critical }.count == 1)
    #expect(await result(of: samples) { $0.line558("13800000000") }.code == "0")
    #expect(samples.flag == true)
    #expect(rules.withLock { $0 } == [.system])
  }

  nonisolated static let opened: [Case<@MainActor @Sendable (IDaaSSamples, URL) -> Bool>] = [
    Case("line 110, handleOpenURL", { $0.application(.shared, handleOpen: $1) }),
    Case("line 114, openURL options", { $0.application(.shared, open: $1, options: [:]) }),
    Case(
      "line 118, openURL sourceApplication",
      { $0.application(.shared, open: $1, sourceApplication: nil, annotation: 0) }),
    Case(
      "line 122, continueUserActivity",
      { samples, url in
        let activity = NSUserActivity(activityType: "NSUserActivityTypeBrowsingWeb")
        activity.webpageURL = url
        return samples.application(.shared, continue: activity, restorationHandler: { _ in })
      }),
  ]

  @Test("Weibo's response arrives by each method of the delegate", arguments: opened)
  func line110(_ row: Case<@MainActor @Sendable (IDaaSSamples, URL) -> Bool>) async throws {
    let world = try await IDaaSWorld.welcoming()
    let system = StandInWeiboSystem()
    let samples = samples(world, app: system)
    async let login = result(of: samples) { $0.line274() }
    try await world.answer(system)
    #expect(row.value(samples, try #require(URL(string: "https://app.example/weibo/x"))))
    #expect(await login.code == "0")
    #expect(await login.dictionary?.names.sorted() == ["id_token", "session_token"])
    #expect(system.opened.first?.absoluteString.hasPrefix("weibosdk://request") == true)
  }

  @Test("line 229: an address that is no response of Weibo's is left to the app")
  func line229() async throws {
    let world = try await IDaaSWorld.start()
    _ = samples(world, app: StandInWeiboSystem())
    let manager = BCWeiboLoginManager.sharedInstance()
    let url = try #require(URL(string: "https://app.example/weibo/x"))
    #expect(!manager.oauthHandleOpen(url))
    let activity = NSUserActivity(activityType: "NSUserActivityTypeBrowsingWeb")
    #expect(!manager.handleOpenUniversalActivity(activity))
  }

  @Test(
    "line 274: the handler gets 0, 102, 103 and 104",
    arguments: [(0, true, "0"), (-1, true, "102"), (-2, true, "103"), (0, false, "104")])
  func line274(status: Int, isKnown: Bool, expected: String) async throws {
    // 104: the user is unknown, and leaves the page for registering with the back button.
    let world = try await isKnown ? IDaaSWorld.welcoming() : IDaaSWorld.start()
    let system = StandInWeiboSystem()
    let samples = samples(world, at: ReturningUser(), app: system)
    async let login = result(of: samples) { $0.line274() }
    try await world.answer(system, status: status)
    let url = try #require(URL(string: "wb20454://response"))
    _ = samples.application(.shared, handleOpen: url)
    #expect(await login.code == expected)
    #expect(await (login.text?.isEmpty == false) == (expected != "0"))
  }

  @Test("line 451: the login by calls gets 0, and 101 with what is still to be done")
  func line451() async throws {
    let world = try await IDaaSWorld.welcoming()
    let samples = samples(world)
    samples.line442()
    let (token, uid) = world.token()
    expectTokens(await result(of: samples) { $0.line451(token.reveal(), uid) })
    // Lines 512 to 517.
    let refused = await result(of: samples) { $0.line451("", uid) }
    #expect(refused.code == "1")
    #expect(
      refused.dictionary == [
        "error_code": "IDAAS.SDK.COMMON.1001",
        "error_msg": "Parameter access_token cannot be left blank.",
      ])
  }

  @Test(
    "line 558: the app checks a number with the countries' patterns",
    arguments: [("13800000000", true), ("+86-13800000000", true), ("12", false)])
  func line558(mobile: String, fits: Bool) async throws {
    let world = try await IDaaSWorld.start()
    let samples = samples(world)
    #expect(await result(of: samples) { $0.line558(mobile) }.code == "0")
    #expect(samples.flag == fits)
  }

  @Test("line 728: the slider is the service's page, and closing it is 105")
  func line728() async throws {
    let world = try await IDaaSWorld.start()
    let samples = samples(world, at: ReturningUser())
    _ = try await waiting(samples, world)
    let closed = await result(of: samples) { $0.line728(Self.mobile) }
    #expect(closed.code == "105")
    #expect(closed.text?.isEmpty == false)
  }

  @Test("lines 763 and 829: a code is sent for binding, and binds")
  func line829() async throws {
    let world = try await IDaaSWorld.start(application: { $0.unassociated = .bind })
    _ = try await world.server.store.save(User(id: "u1", name: try UserName("zhang")))
    _ = try await world.server.store.prove(
      .phone("+8613800000000"), of: "u1", at: world.server.clock.now)
    let samples = samples(world, at: user(world))
    let state = try await waiting(samples, world)
    #expect(samples._status == "SOCIAL_BIND")
    let code = try await prove(samples, world)
    let wrong = await result(of: samples) { $0.line829(Self.mobile, "", state) }
    #expect(wrong.code == "1" && wrong.text != nil)
    expectTokens(await result(of: samples) { $0.line829(Self.mobile, code, state) })
    #expect(try await world.store.sessions().map(\.account.subject) == ["u1"])
  }

  @Test("lines 763 and 895: a code is sent for registering, and registers")
  func line895() async throws {
    let world = try await IDaaSWorld.start()
    let samples = samples(world, at: user(world))
    let state = try await waiting(samples, world)
    #expect(samples._status == "USER_REGISTER")
    let code = try await prove(samples, world)
    let other = code == "000000" ? "111111" : "000000"
    let wrong = await result(of: samples) { $0.line895(Self.mobile, other, state) }
    #expect(wrong.code == "IDAAS.SDK.SMS.1005" && wrong.text != nil)
    expectTokens(await result(of: samples) { $0.line895(Self.mobile, code, state) })
    #expect(try await world.store.sessions().count == 1)
  }

  @Test("lines 950, 996 and 1082: an ID token is checked, read and refreshed")
  func line950() async throws {
    let world = try await IDaaSWorld.welcoming()
    let samples = samples(world)
    let (token, uid) = world.token()
    let login = await result(of: samples) { $0.line451(token.reveal(), uid) }
    let idToken = try #require(login.dictionary?["id_token"]?.stringValue)
    let session = try #require(login.dictionary?["session_token"]?.stringValue)
    let checked = await result(of: samples) { $0.line950(idToken) }
    #expect(checked.code == "0" && checked.text == "success")
    let read = await result(of: samples) { $0.line996(idToken) }
    #expect(read.code == "0")
    #expect(read.dictionary?["aud"] == "app")
    #expect(read.dictionary?["exp"]?.intValue != nil)
    #expect(await result(of: samples) { $0.line1082(session) }.code == "0")
    #expect(samples.read.count == 3)
    #expect((samples.read[0] as? String).map { $0 != idToken } == true)
    #expect((samples.read[1] as? String).map { $0 != session } == true)
    #expect(samples.read[2] as? Int == 7200)
    world.server.clock.advance(by: .seconds(7_300))
    #expect(await result(of: samples) { $0.line950(idToken) }.code == "106")
  }

  /// The declarations, as Swift imports them.
  @Test("lines 148 to 1110: every method is declared as in the document")
  func declarations() {
    let common = BCIDACommonManager.sharedInstance
    let chain = common()
    let domain: (String) -> BCIDACommonManager = chain.initWithDomain(_:)
    let clientID: (String) -> BCIDACommonManager = chain.initWithClientID(_:)
    let certificates: (Bool) -> BCIDACommonManager = chain.initWithSSLCerVerification(_:)
    let log: (Bool) -> Void = chain.setLogEnabled(_:)
    let weibo = BCWeiboLoginManager.sharedInstance()
    let registers: (String, String, Bool) -> BCWeiboLoginManager =
      weibo.registWeiBo(withAppKey:andWithUniversalLink:enableDebugMode:)
    let opens: (URL) -> Bool = weibo.oauthHandleOpen(_:)
    let continues: (NSUserActivity) -> Bool = weibo.handleOpenUniversalActivity(_:)
    let login: (String, @escaping BCWeiBoLoginCompletionHandler) -> Void =
      weibo.loginWeibo(withRedirectURI:andWithCompletionCallBack:)
    let calls: (String, String, @escaping BCWeiBoAPILoginCompletionHandler) -> Void =
      BCWeiboAPILoginManager.sharedInstance()
      .loginWeibo(withAccessToken:andWithUid:andWithCompletionHandler:)
    let countries: (@escaping BCSMSGetInternationalAreaCodeHandlerBlock) -> Void =
      BCIDAInternationalPhoneCodeManager.getInternaltionalAreaCode(completionHandler:)
    let slider: (String, @escaping BCWeiboSlideCodeHandlerBlock) -> Void =
      BCWeiboSlideVerifyCodeManager
      .startSlidingVerifyCodePage(withMobileNumber:andWithResultHandler:)
    let message:
      (String, String, weiboSlideSMSSendType, @escaping BCWeiboSendSMSHandlerBlock) -> Void =
        BCWeiboSlideVerifyCodeManager
        .sendSMSWithSlideResult(withToken:andMobile:andWith:andWithCallBack:)
    let binds: (String, String, String, @escaping BCWeiboBindCompleteHandler) -> Void =
      BCWeiboBindOrRegistManager.sharedInstance()
      .weiboBind(withMobile:andWithVerifyCode:andWithStateToken:andWithCompletionHandler:)
    let enrols: (String, String, String, @escaping BCWeiboRegistCompleteHandler) -> Void =
      BCWeiboBindOrRegistManager.sharedInstance()
      .weiboRegist(withMobile:andWithVerifyCode:andWithStateToken:andWithCompletionHandler:)
    let verifies: (String, @escaping BCIDAIdTokenVerifyHandlerBlock) -> Void =
      BCIDAIDTokenManager.sharedInstance().verifySign(withIdToken:andWithCallBack:)
    let reads: (String, @escaping BCIDAIdTokenGetInfoHandlerBlock) -> Void =
      BCIDAIDTokenManager.sharedInstance().getUserInfoFromIdToken(withIdToken:andWithCallBack:)
    let refreshes: (String, @escaping BCIDAIdTokenRefreshIDTokenHandlerBlock) -> Void =
      BCIDAIDTokenRefreshManager.sharedInstance()
      .refreshIdToken(withSessionToken:andWithCallBack:)
    let themes: @MainActor (BCWeiboBindPhoneViewCustomSetting) -> Void =
      BCIDABindPhoneThemeManager.sharedInstance().setBindPhoneTheme(_:)
    let all: [Any] = [
      domain, clientID, certificates, log, registers, opens, continues, login, calls, countries,
      slider, message, binds, enrols, verifies, reads, refreshes, themes,
    ]
    #expect(all.count == 18)
    #expect(weiboSlideSMSRegist == .regist && weiboSlideSMSBind == .bind)
    #expect(common() === chain)
  }
}
