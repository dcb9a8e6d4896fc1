// SPDX-License-Identifier: Apache-2.0

import CoatcheckIDaaS
import CoatcheckIDaaSOldNames
import CoatcheckIDaaSProtocol
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import TestKit

extension CompatibilityTests {
  private func slide(_ mobile: String = "13800000000") async -> Called {
    await Called.by {
      BCWeiboSlideVerifyCodeManager.startSlidingVerifyCodePage(
        withMobileNumber: mobile, andWithResultHandler: $0)
    }
  }

  private func send(
    _ token: String, _ mobile: String, _ type: weiboSlideSMSSendType
  ) async -> Called {
    await Called.by {
      BCWeiboSlideVerifyCodeManager.sendSMSWithSlideResult(
        withToken: token, andMobile: mobile, andWith: type, andWithCallBack: $0)
    }
  }

  @Test("return 0 and the slider's token, 105 when it is closed, and the code of an error")
  func slider() async throws {
    let (world, state) = try await Self.waiting()
    // The page is shown by the service, not by the app.
    let solved = await slide()
    #expect(solved.code == "0")
    let token = try #require(solved.text)
    #expect(await send(token, "13800000000", .regist).code == "0")
    #expect(world.server.outbox.messages.count == 1)
    #expect(!state.isEmpty)
    #expect(await slide("").code == "1")
    let wrong = await slide("12")
    #expect(wrong.code == "IDAAS.SDK.COMMON.1002")
    #expect(wrong.text?.isEmpty == false)
    for agent in [ReturningUser(), ClosingUser()] as [any UserAgent] {
      // A change of the user agent discards the pending sign-in, so that the page is for binding.
      BCIDACommonManager.settings.userAgent = agent
      #expect(await slide().code == "105")
    }
  }

  /// The document's classes with a login that waits, and its state token.
  static func waiting(
    binds: Bool = false
  ) async throws -> (world: IDaaSWorld, state: String) {
    let world = try await IDaaSWorld.start(application: { app in
      if binds { app.unassociated = .bind }
    })
    world.begin(
      at: PhoneUser(.alice, number: "13800000000", at: world.server, transport: Transports.system))
    let first = await world.called()
    return (world, try #require(first.dictionary?["state_token"]?.stringValue))
  }

  @Test("bind an existing user's number with 0 and the four members")
  func binds() async throws {
    let (world, state) = try await Self.waiting(binds: true)
    let mobile = "+86-13800000000"
    let user = User(id: "u1", name: try UserName("zhang"))
    _ = try await world.server.store.save(user)
    _ = try await world.server.store.prove(
      .phone("+8613800000000"), of: "u1", at: world.server.clock.now)
    let proof = await slide(mobile)
    #expect(await send(proof.text ?? "", mobile, .bind).code == "0")
    let code = try world.code("+8613800000000").reveal()
    let bound = await Called.by {
      BCWeiboBindOrRegistManager.sharedInstance().weiboBind(
        withMobile: mobile, andWithVerifyCode: code, andWithStateToken: state,
        andWithCompletionHandler: $0)
    }
    #expect(bound.code == "0")
    let data = try #require(bound.dictionary)
    #expect(data["status"] == "SUCCESS" && data["expire"] == 432_000)
    #expect(data["session_token"]?.stringValue?.isEmpty == false)
    #expect(data["id_token"]?.stringValue?.isEmpty == false)
    #expect(try await world.store.sessions().map(\.account.subject) == ["u1"])
  }

  @Test("send, register and bind with the codes of the document")
  func registers() async throws {
    let (world, state) = try await Self.waiting()
    let mobile = "+86-13800000000"
    #expect(await send("guess", mobile, .regist).code == "IDAAS.SDK.SMS.1004")
    let proof = await slide(mobile)
    #expect(await send(proof.text ?? "", mobile, .regist).code == "0")
    let manager = BCWeiboBindOrRegistManager.sharedInstance()
    let code = try world.code("+8613800000000").reveal()
    for (typed, expected) in [
      ("", "1"), (code == "000000" ? "111111" : "000000", "IDAAS.SDK.SMS.1005"), (code, "0"),
    ] {
      let answer = await Called.by {
        manager.weiboRegist(
          withMobile: mobile, andWithVerifyCode: typed, andWithStateToken: state,
          andWithCompletionHandler: $0)
      }
      #expect(answer.code == expected)
      if expected == "0" { #expect(answer.dictionary?["status"] == "SUCCESS") }
    }
    let used = await Called.by {
      manager.weiboBind(
        withMobile: mobile, andWithVerifyCode: code, andWithStateToken: state,
        andWithCompletionHandler: $0)
    }
    #expect(used.code.hasPrefix("IDAAS.SDK.COMMON."))
  }

  @Test("return the service's code where it does not give the keys of ID tokens")
  func keysRefused() async throws {
    let world = try await IDaaSWorld.welcoming()
    let idToken = try await world.session().accessToken().reveal()
    let refusing = RefusingTransport(base: world.transport, path: "/api/v1/oauth2/keys")
    world.begin { $0.transport = { _ in refusing } }
    let answer = await Called.by {
      BCIDAIDTokenManager.sharedInstance().verifySign(withIdToken: idToken, andWithCallBack: $0)
    }
    #expect(answer.code == "IDAAS.SDK.COMMON.1010")
    #expect(answer.text == "Failed to obtain the enterprise center global configuration")
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
