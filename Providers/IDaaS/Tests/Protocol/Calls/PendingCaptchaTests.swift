// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import TestSupport

@Suite("Messages of captchas")
struct CaptchaTests {
  private static func refusal(_ change: (inout JSONObject) -> Void) -> Refusal? {
    var body: JSONObject = [
      "token": "t", "sender": "+86-13800000000", "point_json": #"{"x":237.0,"y":5.0}"#,
    ]
    change(&body)
    return Refusal.of(CaptchaCheck.self, CallMessage(body: body))
  }

  @Test("the vendor's solution is accepted")
  func vendorsAnswerIsTaken() throws {
    let check = try CaptchaCheck(
      CallMessage(body: [
        "token": "t", "point_json": #"{"x":237.0,"y":5.0}"#, "sender": "+86-13800000000",
        "display_width": 310, "slide_time": 1240,
        "track": [["x": 0, "y": 0, "t": 0, "type": "down"], ["x": 237.5, "y": 1, "t": 1240]],
      ]))
    #expect(
      check.answer
        == .slider(
          x: 237, y: 5, displayWidth: 310, slideTime: 1240,
          track: [
            TrackPoint(x: 0, y: 0, time: 0, kind: .down),
            TrackPoint(x: 237.5, y: 1, time: 1240, kind: .move),
          ]))
    #expect(check.sender == "+86-13800000000")
  }

  @Test(
    "invalid coordinates are SMS.1002",
    arguments: [
      "237", "{", "{}", "[1,2]", #"{"x":1}"#, #"{"x":"1","y":2}"#, #"{"x":1,"y":null}"#,
      #"{"x":1e300,"y":1}"#, #"{"x":1,"x":2,"y":3}"#, "null", #"{"x":NaN,"y":1}"#,
      String(repeating: " ", count: 300) + #"{"x":1,"y":1}"#,
    ])
  func badCoordinatesAreUnreadable(_ point: String) {
    let refusal = Self.refusal { $0["point_json"] = .string(point) }
    #expect(refusal?.code == .slideUnreadable)
    #expect(refusal?.detail == .badFormat)
  }

  private static let badMeasures: [(String, JSONValue)] = [
    ("display_width", 0), ("display_width", -5), ("display_width", 1_000_000), ("slide_time", -1),
    ("slide_time", 1_000_000_000), ("track", .array([1])), ("track", .array([["x": 1]])),
    ("track", .array([["x": 1, "y": 1, "t": -1]])),
    ("track", .array([["x": 1, "y": 1, "t": 1, "type": "jump"]])),
  ]

  @Test("impossible measures are COMMON.1006", arguments: badMeasures)
  func badMeasuresAreRefused(_ name: String, _ value: JSONValue) {
    let refusal = Self.refusal { $0[name] = value }
    #expect(refusal?.code == .parameterValue)
    #expect(refusal?.arguments == [name])
  }

  @Test(
    "measures of another type are COMMON.1007", arguments: ["display_width", "slide_time", "track"])
  func otherTypesAreRefused(_ name: String) {
    let refusal = Self.refusal { $0[name] = "1" }
    #expect(refusal?.code == .parameterType)
    #expect(refusal?.arguments == [name])
  }

  @Test("an unknown kind of captcha is COMMON.1006, an unknown purpose SMS.1007")
  func unknownKindsAreRefused() {
    #expect(
      Refusal.of(CaptchaCall.self, CallMessage(query: ["type": "audio"]))
        == Refusal(.parameterValue, "type", detail: .badFormat))
    #expect(
      Refusal.of(CaptchaCall.self, CallMessage(query: ["purpose": "DANCE"]))?.code
        == .messageTypeUnknown)
    #expect(Self.refusal { $0["purpose"] = "DANCE" }?.code == .messageTypeUnknown)
  }

  @Test("a device finds the solution, and no other text is a solution")
  func workIsDone() throws {
    let work = WorkChallenge(token: Secret("t"), salt: "salt-of-this-one", cost: 500)
    let solution = try #require(work.solution())
    #expect(work.isSolved(by: solution))
    let other = WorkChallenge(token: Secret("t"), salt: "another", cost: 1_000_000_000)
    #expect(!other.isSolved(by: solution))
    for text in ["", "-1", "+1", "１", " 1", "1 ", String(repeating: "1", count: 21), "abc"] {
      #expect(!WorkChallenge(token: Secret("t"), salt: "s", cost: 1).isSolved(by: text))
    }
    #expect(WorkChallenge(token: Secret("t"), salt: "s", cost: 1).isSolved(by: "0"))
  }

  @Test("on average one of as many numbers as the cost is a solution")
  func workCostsWhatItSays() {
    let work = WorkChallenge(token: Secret("t"), salt: "salt", cost: 50)
    let good = (0..<20_000).count { work.isSolved(by: String($0)) }
    // 400 are expected, with a deviation of 20; the numbers are the same in every run.
    #expect((320...480).contains(good))
  }

  @Test("a proof of work stops when it is cancelled, and one with too high a cost is not started")
  func workCanBeStopped() {
    let hard = WorkChallenge(token: Secret("t"), salt: "s", cost: WorkChallenge.maximumCost)
    #expect(hard.solution(while: { false }) == nil)
    let endless = WorkChallenge(token: Secret("t"), salt: "s", cost: .max)
    #expect(endless.solution() == nil)
  }
}
