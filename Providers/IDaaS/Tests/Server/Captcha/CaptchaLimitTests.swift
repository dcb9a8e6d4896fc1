// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import TestKit

@Suite("The limits of captchas")
struct CaptchaLimitTests {
  @Test("A random guess is right only as often as the tolerance permits")
  func guesses() {
    var random = SplitMix64(seed: 5)
    var right = 0
    for _ in 0..<1_000 {
      let seed = (0..<SliderPuzzle.seedByteCount).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      let answer = SliderPuzzle.answer(seed: seed)
      #expect((100...260).contains(answer))
      // The best guess without seeing the picture: anywhere in the range except near its ends.
      let guess = Double.random(in: 106...254, using: &random)
      if SliderRule.isRight(guess, shownIn: nil, width: 310, answer: answer) { right += 1 }
    }
    // 13 of about 158 places.
    #expect((50...120).contains(right), "\(right)")
  }

  @Test(
    "Five wrong positions in a minute lock the device's pictures for 300 seconds; work stays available"
  )
  func lock() async throws {
    let world = try await CaptchaWorld.start()
    for left in [4, 3, 2, 1, 0] {
      let token = try await world.get()["token"]
      let wrong = try await world.slide(token, x: try await world.answer(token) - 30)
      #expect(wrong.code == "SMS.1003")
      #expect(wrong.number("attempts_left") == left)
    }
    // The sixth is not checked, even when it is right.
    let sixth = try await world.get()["token"]
    let locked = try await world.slide(sixth, x: try await world.answer(sixth))
    #expect(locked.code == "SMS.1004 rate_limited")
    #expect(locked.number("retry_after") == 300)
    #expect(locked.head.headerFields[.retryAfter] == "300")
    #expect(try await world.get().code == "SMS.1004 rate_limited")
    // Another device at the same address is not locked, and work is not either.
    #expect(try await world.get(by: CaptchaWorld.Device(device: "phone-2")).code == "OK")
    #expect(try await world.get("?type=pow").code == "OK")
    world.server.clock.advance(by: .seconds(299))
    #expect(try await world.get().code == "SMS.1004 rate_limited")
    world.server.clock.advance(by: .seconds(1))
    #expect(try await world.solve().hasPrefix("cc_cp_"))
  }

  @Test("A right position resets the wrong ones")
  func forgiven() async throws {
    let world = try await CaptchaWorld.start()
    for _ in 0..<3 {
      for _ in 0..<3 {
        let token = try await world.get()["token"]
        #expect(try await world.slide(token, x: 1).code == "SMS.1003")
      }
      _ = try await world.solve()
    }
  }

  @Test("The source is locked after 60 wrong positions of any number of devices")
  func manyDevices() async throws {
    let world = try await CaptchaWorld.start()
    var codes: [String] = []
    for number in 0..<63 {
      let device = CaptchaWorld.Device(device: "bot-\(number)")
      let token = try await world.get(by: device)["token"]
      guard !token.isEmpty else {
        codes.append("locked")
        continue
      }
      codes.append(try await world.slide(token, x: 1, by: device).code)
    }
    #expect(codes.prefix(60).allSatisfy { $0 == "SMS.1003" })
    #expect(codes[60] == "SMS.1004 rate_limited")
    #expect(codes[61...].allSatisfy { $0 == "locked" })
  }

  @Test("Of forty concurrent answers five are checked")
  func parallelGuesses() async throws {
    let world = try await CaptchaWorld.start()
    var tokens: [String] = []
    for _ in 0..<40 { tokens.append(try await world.get()["token"]) }
    let codes = try await concurrently(tokens.count) { [tokens] in
      try await world.slide(tokens[$0], x: 1).code
    }
    #expect(codes.filter { $0 == "SMS.1003" }.count == 5)
    #expect(codes.filter { $0 == "SMS.1004 rate_limited" }.count == 35)
  }

  @Test("The 121st picture of a device in a minute is refused")
  func pictures() async throws {
    let world = try await CaptchaWorld.start()
    for _ in 0..<120 { #expect(try await world.get().code == "OK") }
    let refused = try await world.get()
    #expect(refused.code == "SMS.1004 rate_limited")
    #expect(refused.number("retry_after") == 60)
    world.server.clock.advance(by: .seconds(60))
    #expect(try await world.get().code == "OK")
  }

  @Test("Work is never refused to a device; it gets harder")
  func harderWork() async throws {
    let world = try await CaptchaWorld.start { $0.workCost = 1_000 }
    var costs: [Int] = []
    for _ in 0..<40 { costs.append(try await world.get("?type=pow").number("cost") ?? 0) }
    #expect(Array(costs.prefix(6)) == [1_000, 1_000, 1_000, 1_000, 1_000, 2_000])
    #expect(costs.last == 64_000)
    #expect(zip(costs, costs.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(
      try await world.get("?type=pow", by: CaptchaWorld.Device(device: "phone-2")).number("cost")
        == 1_000)
    world.server.clock.advance(by: .seconds(3_600))
    #expect(try await world.get("?type=pow").number("cost") == 1_000)
  }

  @Test("No response and no log line contains the position, the token or the number")
  func nothingTold() async throws {
    let log = CapturedLog()
    let world = try await CaptchaWorld.start(logger: log.logger)
    var told: [String] = []
    var secrets = ["13800000000"]
    for isRight in [true, false, true] {
      let challenge = try await world.get()
      secrets.append(challenge["token"])
      let answer = try await world.answer(challenge["token"])
      let reply = try await world.slide(challenge["token"], x: isRight ? answer : answer - 50)
      if isRight { secrets.append(reply["captcha_token"]) }
      told.append("\(challenge.head.headerFields) \(reply.head.headerFields)")
      told.append(isRight ? "" : reply.text)
      // The pictures hold pixels and colours only: no text, no time, nothing after the end.
      for name in ["originalImageBase64", "jigsawImageBase64"] {
        let kinds = try chunks(try challenge.image(name))
        #expect(Set(kinds).isSubset(of: ["IHDR", "PLTE", "tRNS", "gAMA", "sRGB", "IDAT", "IEND"]))
      }
    }
    let messages = log.lines.map(\.message).filter { $0.hasPrefix("captcha") }
    #expect(messages == ["captcha_solved", "captcha_failed", "captcha_solved"])
    for line in log.lines where line.message.hasPrefix("captcha") {
      // A position is at least 100. No detail of the log is such a number, and these are all details.
      #expect(
        Set(line.details.keys).isSubset(of: ["client", "source", "request", "risk", "reason"]))
      #expect((Int(line.details["risk"] ?? "0") ?? 100) < 100)
      #expect(["wrong", nil].contains(line.details["reason"]))
      #expect(line.details["source"] == "127.0.0.1")
    }
    for text in told + log.all {
      for secret in secrets { #expect(!text.contains(secret)) }
    }
  }

  /// The kinds of a PNG's chunks; fails when something is left after the last.
  private func chunks(_ png: [UInt8]) throws -> [String] {
    var kinds: [String] = []
    var place = 8
    while place + 12 <= png.count {
      let length = png[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      kinds.append(String(decoding: png[place + 4..<place + 8], as: UTF8.self))
      place += 12 + length
    }
    #expect(place == png.count && kinds.last == "IEND")
    return kinds
  }
}
