// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import TestSupport

/// The Python edition of libphonenumber reads the same texts.
@Suite("Phone numbers, compared with libphonenumber")
struct LibphonenumberTests {
  private static let python = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: ".build/peers/bin/python3").path()

  private static let isInstalled = {
    guard FileManager.default.isExecutableFile(atPath: python) else { return false }
    return (try? ChildProcess.run([python, "-c", "import phonenumbers"]))?.status == 0
  }()

  /// Prints for each line of JSON on its argument: E.164 of a valid mobile number of the five countries, or `none`.
  private static let script = """
    import json, sys, phonenumbers as p
    from phonenumbers import PhoneNumberType as T
    for text in json.loads(sys.argv[1]):
        try:
            n = p.parse(text, "CN")
            good = p.is_valid_number(n) and n.country_code in (86, 852, 886, 853, 93)
            kind = p.number_type(n)
            good = good and kind in (T.MOBILE, T.FIXED_LINE_OR_MOBILE)
            print(p.format_number(n, p.PhoneNumberFormat.E164) if good else "none")
        except p.NumberParseException:
            print("none")
    """

  private static func opinions(_ texts: [String]) async throws -> [String] {
    let json = String(decoding: try JSONEncoder().encode(texts), as: UTF8.self)
    let child = try ChildProcess(python, ["-c", script, json])
    let (output, status) = try await child.end()
    #expect(status == 0, "\(output)")
    return output.split(separator: "\n").map(String.init)
  }

  @Test("real mobile numbers in all spellings come to the same E.164", .enabled(if: isInstalled))
  func realNumbersAreTheSame() async throws {
    var random = SplitMix64(seed: 11)
    var typed: [String] = []
    for _ in 0..<300 {
      let (area, first, digits) = random.pick([
        ("86", ["135", "138", "159", "186"], 11), ("852", ["51", "62", "91"], 8),
        ("886", ["912", "987"], 9), ("853", ["66", "62"], 8), ("93", ["70", "79"], 9),
      ])
      var national = random.pick(first)
      while national.count < digits { national.append(String(random.number(0...9))) }
      typed.append(
        random.pick([
          "+\(area)-\(national)", "+\(area)\(national)",
          "+\(area) \(national.prefix(3)) \(national.dropFirst(3))",
          "00\(area)\(national)", area == "86" ? national : "+\(area)\(national)",
        ]))
    }
    let opinions = try await Self.opinions(typed)
    try #require(opinions.count == typed.count)
    var agreed = 0
    for (text, opinion) in zip(typed, opinions) where opinion != "none" {
      #expect(AreaCodes.usual.number(text)?.e164 == opinion, "\(text)")
      agreed += 1
    }
    // Some of the random numbers are in ranges that are not assigned.
    #expect(agreed > 200)
  }

  @Test("both refuse the same texts", .enabled(if: isInstalled))
  func othersAreNoneToBoth() async throws {
    let typed = [
      "+86-1380000000", "+86-138000000000", "+852-512345678", "51234567", "+93-700000", "", "+",
      "+86",
      "abc", "+999-13800000000", "+852-,123", "+886-12", "0", "00",
    ]
    for (text, opinion) in zip(typed, try await Self.opinions(typed)) {
      #expect(opinion == "none", "\(text)")
      #expect(AreaCodes.usual.number(text) == nil, "\(text)")
    }
  }
}
