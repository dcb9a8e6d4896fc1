// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckIDaaSTesting
import Crypto
import TestKit

@testable import CoatcheckIDaaSServer

@Suite("A program of the operator that sends messages")
struct WebhookTests {
  /// The program of the operator: it checks the signature and returns a given response.
  struct Program: StandInService {
    let answer: ServedResponse
    let taken = Taken()

    final class Taken: Sendable { let messages = Mutex<[JSONObject]>([]) }

    func respond(to request: ServedRequest, at url: String, now: Date) async -> ServedResponse {
      let field = HTTPField.Name("X-Coatcheck-Signature").flatMap { request.head.headerFields[$0] }
      let seconds = Int(now.timeIntervalSince1970)
      let code = HMAC<SHA256>.authenticationCode(
        for: Data("\(seconds).".utf8) + request.body, using: SymmetricKey(data: Data("key".utf8)))
      let hex = code.map { String(format: "%02x", $0) }.joined()
      guard request.path == "/messages", field == "t=\(seconds),v1=\(hex)",
        let json = try? JSONObject(parsing: [UInt8](request.body))
      else { return .standIn(.forbidden, text: "no") }
      taken.messages.withLock { $0.append(json) }
      return answer
    }
  }

  private static func sender(
    _ program: StandIn<Program>, _ clock: TestClock, key: String = "key"
  ) -> GatewaySender<WebhookMessages> {
    let live = RuntimeEnvironment.live
    return GatewaySender(
      WebhookMessages(url: program.url + "/messages", secret: Secret(key)),
      transport: Transports.system,
      environment: RuntimeEnvironment(
        now: { clock.now }, random: live.random, sleep: live.sleep), deadline: .seconds(60))
  }

  @Test("gets codes and notices with everything in them, signed")
  func messages() async throws {
    let clock = TestClock()
    let program = try await StandIn.start(
      Program(answer: .standIn(json: ["id": "post-1"])), clock: clock)
    let sender = Self.sender(program, clock)
    #expect(try await sender.send(SenderWorld.message()) == "post-1")
    #expect(try await sender.send(SenderWorld.mail()) == "post-1")
    let notice = AccountNotice(
      .mobileChanged, to: .phone("+8613800000000"), language: "en", application: "Demo", id: "n")
    #expect(try await sender.tell(notice) == "post-1")
    let taken = program.service.taken.messages.withLock { $0 }
    #expect(taken.count == 3)
    let code = try #require(taken.first)
    for (name, value) in [
      "kind": "CODE", "type": "REGISTER_SMS", "phone": "+8613800000000", "country": "CN",
      "code": "012345", "minutes": 5, "application": "Demo", "language": "zh-CN", "id": "m-1",
    ] as [String: JSONValue] {
      #expect(code[name] == value, "\(name)")
    }
    #expect(code["text"]?.stringValue?.contains("012345") == true)
    #expect(taken[1]["email"] == "a@example.com")
    #expect(taken[1]["subject"]?.stringValue?.contains("012345") == false)
    #expect(taken[2]["kind"] == "MOBILE_CHANGED" && taken[2]["code"] == nil)
    #expect(
      await Self.sender(program, clock, key: "other").failure(of: SenderWorld.message())
        == .transient)
  }

  static let answers: [Case<(ServedResponse, SendingFailure?)>] = [
    Case("nothing", (.standIn(.noContent, text: ""), nil)),
    Case(
      "no such number", (.standIn(json: ["error": "invalid_contact"]), .invalidContact)),
    Case("no money", (.standIn(json: ["error": "no_balance"]), .noBalance)),
    Case("an unknown error", (.standIn(json: ["error": "rain"]), .transient)),
    Case("too many", (.standIn(.tooManyRequests, text: "slow"), .limited(retryAfter: nil))),
    Case("a refusal", (.standIn(.forbidden, text: "no"), .transient)),
    Case("a crash", (.standIn(.internalServerError, text: "oops"), .unknownOutcome)),
  ]

  @Test("reports the outcome of a message", arguments: answers)
  func outcomes(_ row: Case<(ServedResponse, SendingFailure?)>) async throws {
    let clock = TestClock()
    let program = try await StandIn.start(Program(answer: row.value.0), clock: clock)
    #expect(await Self.sender(program, clock).failure(of: SenderWorld.message()) == row.value.1)
  }
}
