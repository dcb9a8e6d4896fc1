// SPDX-License-Identifier: Apache-2.0

import CoatcheckIDaaSProtocol
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import TestKit
@testable import CoatcheckIDaaS

extension CompatibilityTests {
  /// Moves the piece to a position, or closes the page.
  struct Page: BCSliderPage {
    let x: Double?
    func answer(to slider: SliderChallenge) async -> CaptchaSolution? {
      x.map { .slider(x: $0, y: 5, displayWidth: Double(slider.width)) }
    }
  }

  @Test("return 0 and the slider's token, close it with 105, and report what was wrong")
  func slider() async throws {
    let (world, common, _) = try await Self.waiting()
    func run(
      _ manager: BCWeiboSlideVerifyCodeManager, _ mobile: String = "13800000000"
    ) async -> (String, BCData) {
      await Self.called {
        manager.startSlidingVerifyCodePageWithMobileNumber(mobile, andWithResultHandler: $0)
      }
    }
    // The page is the service's, and no part of the app shows anything.
    let user = PhoneUser(
      .alice, number: "13800000000", at: world.server, transport: Transports.system)
    let slider = BCWeiboSlideVerifyCodeManager(common, userAgent: user)
    let solved = await run(slider)
    #expect(solved.0 == "0")
    let token = try #require(solved.1.text)
    let sent = await Self.called {
      slider.sendSMSWithSlideResultWithToken(
        token, andMobile: "13800000000", andWithType: .weiboSlideSMSRegist, andWithCallBack: $0)
    }
    #expect(sent.code == "0")
    #expect(world.server.outbox.messages.count == 1)
    for agent in [ReturningUser(), ClosingUser()] as [any UserAgent] {
      #expect(await run(BCWeiboSlideVerifyCodeManager(common, userAgent: agent)).0 == "105")
    }
    #expect(await run(BCWeiboSlideVerifyCodeManager(common, page: Page(x: nil))).0 == "105")
    #expect(await run(slider, "").0 == "1")
    let wrong = await run(BCWeiboSlideVerifyCodeManager(common, page: Page(x: 0)))
    #expect(wrong.0 == "IDAAS.SDK.SMS.1003")
    #expect(wrong.1.text?.isEmpty == false)
  }

  /// The document's classes with a login that waits, and its state token.
  static func waiting(
    binds: Bool = false
  ) async throws -> (world: IDaaSWorld, common: BCIDACommonManager, state: String) {
    let world = try await IDaaSWorld.start(application: { app in
      if binds { app.unassociated = .bind }
    })
    let common = Self.common(world)
    let (token, uid) = world.token()
    let first = await BCWeiboAPILoginManager(common).called(token.reveal(), uid)
    return (world, common, try #require(first.data.dictionary?["state_token"]?.stringValue))
  }

  @Test("bind an existing user's number with 0 and the four members")
  func binds() async throws {
    let (world, common, state) = try await Self.waiting(binds: true)
    let mobile = "+86-13800000000"
    let user = User(id: "u1", name: try UserName("zhang"))
    _ = try await world.server.store.save(user)
    _ = try await world.server.store.prove(
      .phone("+8613800000000"), of: "u1", at: world.server.clock.now)
    let messages = BCWeiboSlideVerifyCodeManager(
      common,
      userAgent: PhoneUser(
        .alice, number: "13800000000", at: world.server, transport: Transports.system))
    let proof = await Self.called {
      messages.startSlidingVerifyCodePageWithMobileNumber(mobile, andWithResultHandler: $0)
    }
    let sent = await Self.called {
      messages.sendSMSWithSlideResultWithToken(
        proof.data.text ?? "", andMobile: mobile, andWithType: .weiboSlideSMSBind,
        andWithCallBack: $0)
    }
    #expect(sent.code == "0")
    let code = try world.code("+8613800000000").reveal()
    let bound = await Self.called {
      BCWeiboBindOrRegistManager(common).weiboBindWithMobile(
        mobile, andWithVerifyCode: code, andWithStateToken: state, andWithCompletionHandler: $0)
    }
    #expect(bound.code == "0")
    let data = try #require(bound.data.dictionary)
    #expect(data["status"] == "SUCCESS" && data["expire"] == 432_000)
    #expect(data["session_token"]?.stringValue?.isEmpty == false)
    #expect(data["id_token"]?.stringValue?.isEmpty == false)
    #expect(try await world.store.sessions().map(\.account.subject) == ["u1"])
  }

  @Test("send, register and bind with the codes of the document")
  func registers() async throws {
    let world = try await IDaaSWorld.start()
    let common = Self.common(world)
    let login = BCWeiboAPILoginManager(common)
    let (token, uid) = world.token()
    let first = await login.called(token.reveal(), uid)
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

  @Test("return the service's code where it does not give the keys of ID tokens")
  func keysRefused() async throws {
    let world = try await IDaaSWorld.welcoming()
    let idToken = try await world.session().accessToken().reveal()
    let refusing = RefusingTransport(base: world.transport, path: "/api/v1/oauth2/keys")
    let common = BCIDACommonManager(
      store: MemoryTokenStore(), transports: { _ in refusing }, device: .fixed("device-1"),
      environment: world.server.clock.environment)
    common.initWithDomain(world.server.origin).initWithClientID("app")
    let answer = await Self.called {
      BCIDAIDTokenManager(common).verifySignWithIdToken(idToken, andWithCallBack: $0)
    }
    #expect(answer.code == "IDAAS.SDK.COMMON.1010")
    #expect(answer.data.text == "Failed to obtain the enterprise center global configuration")
  }
}

/// A network whose one path answers with a refusal of the service.
struct RefusingTransport: HTTPTransport {
  let base: any HTTPTransport
  let path: String

  func send(
    _ request: HTTPRequest, body: Data, limit: ResponseLimit
  ) async throws(OAuthError) -> (head: HTTPResponse, body: Data) {
    guard request.path == path else {
      return try await base.send(request, body: body, limit: limit)
    }
    let refusal: JSONObject = [
      "error_code": "IDAAS.SDK.COMMON.1010",
      "error_msg": "Failed to obtain the enterprise center global configuration",
    ]
    return (HTTPResponse(status: .badRequest), Data(refusal.serialized()))
  }
}
