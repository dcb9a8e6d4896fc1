// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckIDaaSTesting
import TestKit

@testable import CoatcheckIDaaSServer

/// The three gateways on loopback, with a sender for each.
struct SenderWorld {
  let aliyun: StandIn<AliyunService>
  let tencent: StandIn<TencentService>
  let twilio: StandIn<TwilioService>
  let clock: TestClock

  static func start(
    aliyun: AliyunService = AliyunService(), tencent: TencentService = TencentService(),
    twilio: TwilioService = TwilioService()
  ) async throws -> SenderWorld {
    let clock = TestClock()
    return SenderWorld(
      aliyun: try await .start(aliyun, clock: clock),
      tencent: try await .start(tencent, clock: clock),
      twilio: try await .start(twilio, clock: clock), clock: clock)
  }

  var environment: RuntimeEnvironment {
    let live = RuntimeEnvironment.live
    let clock = clock
    return RuntimeEnvironment(now: { clock.now }, random: live.random, sleep: live.sleep)
  }

  /// A sender for each gateway of text messages.
  func senders(transport: any HTTPTransport = Transports.system) -> [any MessageSender] {
    [
      aliyunSender(transport: transport), tencentSender(transport: transport),
      twilioSender(transport: transport),
    ]
  }

  private func sender<Account: GatewayAccount>(
    _ account: Account, _ transport: any HTTPTransport
  ) -> GatewaySender<Account> {
    GatewaySender(account, transport: transport, environment: environment, deadline: .seconds(60))
  }

  func aliyunSender(
    transport: any HTTPTransport = Transports.system,
    _ change: (inout AliyunSMS) -> Void = { _ in }
  ) -> GatewaySender<AliyunSMS> {
    var account = AliyunSMS(
      keyID: aliyun.service.keyID, secret: Secret(aliyun.service.secret), signName: "演示",
      templates: MessageTemplates(always: "SMS_1"))
    account.templatesAbroad = MessageTemplates(always: "SMS_9")
    account.base = aliyun.url
    change(&account)
    return sender(account, transport)
  }

  func tencentSender(
    transport: any HTTPTransport = Transports.system,
    _ change: (inout TencentSMS) -> Void = { _ in }
  ) -> GatewaySender<TencentSMS> {
    var account = TencentSMS(
      keyID: tencent.service.keyID, secret: Secret(tencent.service.secret),
      applicationID: tencent.service.applicationID, signName: "演示",
      templates: MessageTemplates(always: "1110"))
    account.templatesAbroad = MessageTemplates(always: "2220")
    account.base = tencent.url
    change(&account)
    return sender(account, transport)
  }

  func twilioSender(
    transport: any HTTPTransport = Transports.system,
    _ change: (inout TwilioSMS) -> Void = { _ in }
  ) -> GatewaySender<TwilioSMS> {
    var account = TwilioSMS(
      id: twilio.service.accountID, secret: Secret("twilio secret"),
      origin: .number("+15005550006"))
    account.base = twilio.url
    change(&account)
    return sender(account, transport)
  }

  func mailSender(_ change: (inout AliyunMail) -> Void = { _ in }) -> GatewaySender<AliyunMail> {
    var account = AliyunMail(
      keyID: aliyun.service.keyID, secret: Secret(aliyun.service.secret),
      address: aliyun.service.mailAddress, alias: "演示")
    account.base = aliyun.url
    change(&account)
    return sender(account, Transports.system)
  }

  static func message(
    to number: String = "+8613800000000", country: String? = "CN",
    type: MessageType = .registerMobile, language: String = "zh-CN", code: String = "012345"
  ) -> OutgoingMessage {
    OutgoingMessage(
      to: .phone(number), country: country, type: type, language: language, application: "Demo",
      code: code, minutes: 5, id: "m-1")
  }

  static func mail(to address: String = "a@example.com") -> OutgoingMessage {
    OutgoingMessage(
      to: .email(address), country: nil, type: .registerEmail, language: "en",
      application: "Demo", code: "012345", minutes: 5, id: "m-1")
  }
}

extension MessageSender {
  /// The failure of a message; nil when it was sent.
  func failure(of message: OutgoingMessage) async -> SendingFailure? {
    do throws(SendingFailure) {
      _ = try await send(message)
      return nil
    } catch {
      return error
    }
  }
}

/// Fails every request with one error, and counts them.
final class FailingTransport: HTTPTransport {
  private let error: OAuthError
  private let counted = Mutex(0)

  init(_ error: OAuthError) { self.error = error }

  var count: Int { counted.withLock { $0 } }

  func send(
    _ request: HTTPRequest, body: Data, limit: ResponseLimit
  ) async throws(OAuthError) -> (head: HTTPResponse, body: Data) {
    counted.withLock { $0 += 1 }
    throw error
  }
}

/// Sends nothing; it fails with a given failure, or succeeds.
final class ScriptedSender: MessageSender {
  private let failure: SendingFailure?
  private let taken = Mutex<[String]>([])

  init(_ failure: SendingFailure? = nil) { self.failure = failure }

  var contacts: [String] { taken.withLock { $0 } }

  func send(_ message: OutgoingMessage) async throws(SendingFailure) -> String {
    taken.withLock { $0.append(message.contact.value) }
    if let failure { throw failure }
    return "sent"
  }
}
