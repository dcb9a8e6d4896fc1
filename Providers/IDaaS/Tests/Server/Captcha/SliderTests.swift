// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import TestKit

@Suite("The slider (E7, E8)")
struct SliderTests {
  @Test("A challenge has the picture, the piece and their sizes, but no answer and no key")
  func challengeFields() async throws {
    let world = try await CaptchaWorld.start()
    let challenge = try await world.get("?type=slider&purpose=LOGIN_SMS")
    #expect(challenge.status == 200)
    #expect(challenge["captchaType"] == "slider")
    #expect(challenge.number("imageWidth") == 310)
    #expect(challenge.number("imageHeight") == 155)
    #expect(challenge.number("expire") == 120)
    #expect(challenge.json["secretKey"] == .null)
    #expect(challenge.json["alternatives"] == .array([.string("pow")]))
    #expect(challenge["token"].utf8.count == 43)
    #expect(challenge.head.headerFields[.cacheControl] == "no-store")
    let piece = try #require(challenge.number("pieceWidth"))
    #expect((46...50).contains(piece))
    #expect(challenge.number("pieceHeight") == piece)
    let y = try #require(challenge.number("pieceY"))
    #expect((0...155 - piece).contains(y))
    // These are all members.
    #expect(
      Set(challenge.json.map(\.name)) == [
        "token", "captchaType", "originalImageBase64", "jigsawImageBase64", "imageWidth",
        "imageHeight", "pieceWidth", "pieceHeight", "pieceY", "expire", "secretKey", "alternatives",
      ])
    let answer = try await world.answer(challenge["token"])
    #expect(answer >= 100)
    for (name, value) in challenge.json where name != "imageWidth" && name != "imageHeight" {
      if let number = value.intValue { #expect(Double(number) != answer || name == "expire") }
    }
  }

  @Test("The right position gets a proof of 256 bits for 180 seconds, which sends one message")
  func solvedOnce() async throws {
    let world = try await CaptchaWorld.start()
    let token = try await world.get()["token"]
    let solved = try await world.slide(token, x: try await world.answer(token))
    #expect(solved.status == 200)
    #expect(solved.number("expire") == 180)
    let proof = solved["captcha_token"]
    #expect(proof.hasPrefix("cc_cp_") && proof.utf8.count == 55)
    #expect(try await world.spend(proof).code == "OK")
    #expect(world.server.outbox.last(to: .phone("+8613800000000")) != nil)
    #expect(try await world.spend(proof).code == "SMS.1004 captcha_expired")
  }

  @Test("A challenge is used after its first answer, right or wrong")
  func goneAfterFirst() async throws {
    let world = try await CaptchaWorld.start()
    let (right, x) = try await world.challenge()
    #expect(try await world.slide(right, x: x).code == "OK")
    #expect(try await world.slide(right, x: x).code == "COMMON.1005 captcha_expired")
    let (wrong, place) = try await world.challenge()
    #expect(try await world.slide(wrong, x: place - 40).code == "SMS.1003")
    #expect(try await world.slide(wrong, x: place).code == "COMMON.1005 captcha_expired")
  }

  @Test(
    "Of concurrent answers to one challenge one is checked",
    arguments: [false, true])
  func parallel(onSQLite: Bool) async throws {
    let folder = try Folder()
    let store: any IDaaSStore =
      onSQLite ? try await SQLiteStore(path: folder.path + "/store") : MemoryStore()
    let world = try await CaptchaWorld.start(store: store)
    let (token, x) = try await world.challenge()
    let codes = try await concurrently(20) { _ in try await world.slide(token, x: x).code }
    #expect(codes.filter { $0 == "OK" }.count == 1)
    #expect(codes.filter { $0 == "COMMON.1005 captcha_expired" }.count == 19)
  }

  @Test(
    "Unreadable coordinates are SMS.1002 or name their member, and end the challenge",
    arguments: [
      ("NaN", #"{"x":NaN,"y":5}"#, "SMS.1002"),
      ("infinite", #"{"x":Infinity,"y":5}"#, "SMS.1002"),
      ("1e308", #"{"x":1e308,"y":5}"#, "SMS.1002"),
      ("1e999", #"{"x":1e999,"y":5}"#, "SMS.1002"),
      ("no JSON", "x=137", "SMS.1002"),
      ("no object", "[137,5]", "SMS.1002"),
      ("a text", #"{"x":"137","y":5}"#, "SMS.1002"),
      ("no x", #"{"y":5}"#, "SMS.1002"),
      ("twice", #"{"x":1,"x":137,"y":5}"#, "SMS.1002"),
      ("long", #"{"x":1,"y":5}"# + String(repeating: " ", count: 1_000), "SMS.1002"),
      ("negative", #"{"x":-1,"y":5}"#, "SMS.1003"),
      ("beyond", #"{"x":311,"y":5}"#, "SMS.1003"),
      ("minus zero", #"{"x":-0.0,"y":5}"#, "SMS.1003"),
      ("empty", "", "COMMON.1001"),
    ])
  func unreadable(_ name: String, _ point: String, _ code: String) async throws {
    let world = try await CaptchaWorld.start()
    let token = try await world.get()["token"]
    let reply = try await world.verify([
      "token": .string(token), "point_json": .string(point), "sender": .string(CaptchaWorld.phone),
    ])
    #expect(reply.code.hasPrefix(code), "\(name): \(reply.code)")
    #expect(try await world.server.slide(for: Secret(token)) == nil, "\(name)")
  }

  @Test("Members of a wrong type end the challenge as well")
  func wrongTypes() async throws {
    let world = try await CaptchaWorld.start()
    let bodies: [(JSONObject, String)] = [
      (["point_json": 5, "sender": .string(CaptchaWorld.phone)], "COMMON.1007 bad_type"),
      (["point_json": #"{"x":1,"y":1}"#, "sender": "12"], "COMMON.1002 bad_format"),
      (["point_json": #"{"x":1,"y":1}"#, "sender": "a@b@c"], "COMMON.1002 bad_format"),
      (["point_json": #"{"x":1,"y":1}"#], "COMMON.1001 missing_parameter"),
      (
        [
          "point_json": #"{"x":1,"y":1}"#, "sender": .string(CaptchaWorld.phone),
          "display_width": 0,
        ], "COMMON.1006 bad_format"
      ),
      (
        [
          "point_json": #"{"x":1,"y":1}"#, "sender": .string(CaptchaWorld.phone),
          "track": "x",
        ], "COMMON.1007 bad_type"
      ),
      (["solution": "17", "sender": .string(CaptchaWorld.phone)], "SMS.1002 bad_format"),
    ]
    for (body, code) in bodies {
      let token = try await world.get()["token"]
      var whole = body
      whole["token"] = .string(token)
      #expect(try await world.verify(whole).code == code)
      #expect(try await world.server.slide(for: Secret(token)) == nil)
      world.server.clock.advance(by: .seconds(61))
    }
  }

  @Test(
    "A smaller or larger picture is scaled, and a small one has a tolerance of up to 8 pixels",
    arguments: [
      (310, 6, true), (310, -6, true), (310, 6.9, false), (310, -7, false),
      (155, 7.5, true), (155, 8.6, false), (620, 6, true), (620, 6.9, false), (99, 0, false),
      (1, 0, false), (9_000, 0, false),
    ] as [(Double, Double, Bool)])
  func scaled(_ width: Double, _ off: Double, _ isRight: Bool) async throws {
    let world = try await CaptchaWorld.start()
    let token = try await world.get()["token"]
    let x = (try await world.answer(token) + off) * width / 310
    let reply = try await world.verify([
      "token": .string(token), "point_json": .string(#"{"x":\#(x),"y":0}"#),
      "sender": .string(CaptchaWorld.phone), "display_width": .number(JSONNumber(Int(width))),
    ])
    #expect(reply.code == (isRight ? "OK" : "SMS.1003"))
  }

  @Test("Keys and step buttons are accepted; a robotic track is not refused")
  func keyboard() async throws {
    let log = CapturedLog()
    let world = try await CaptchaWorld.start(logger: log.logger)
    let tracks: [JSONValue] = [
      .null, [],
      .array((0..<20).map { ["x": .number(JSONNumber($0 * 7)), "y": 0, "t": 0, "type": "click"] }),
      [["x": 0, "y": 0, "t": 0, "type": "down"], ["x": 200, "y": 0, "t": 1, "type": "up"]],
    ]
    for track in tracks {
      let (token, x) = try await world.challenge()
      let reply = try await world.verify([
        "token": .string(token), "point_json": .string(#"{"x":\#(x),"y":-3}"#),
        "sender": .string(CaptchaWorld.phone), "slide_time": 0, "track": track,
      ])
      #expect(reply.code == "OK")
    }
    #expect(log.lines.filter { $0.message == "captcha_solved" }.count == 4)
    #expect(log.lines.contains { $0.details["risk"] == "50" })
  }

  @Test("A challenge and its proof expire")
  func expiry() async throws {
    let world = try await CaptchaWorld.start()
    let (late, x) = try await world.challenge()
    world.server.clock.advance(by: .seconds(120))
    #expect(try await world.slide(late, x: x).code == "COMMON.1005 captcha_expired")
    let proof = try await world.solve()
    world.server.clock.advance(by: .seconds(180))
    #expect(try await world.spend(proof).code == "SMS.1004 captcha_expired")
  }

  @Test(
    "Other kinds of captchas and unknown purposes are refused",
    arguments: [
      ("?type=audio", "COMMON.1006"), ("?type=Slider", "COMMON.1006"),
      ("?purpose=NOTHING", "SMS.1007"), ("?type=slider&type=pow", "COMMON.1002"),
    ])
  func kinds(_ query: String, _ code: String) async throws {
    let world = try await CaptchaWorld.start()
    #expect(try await world.get(query).code.hasPrefix(code))
  }
}
