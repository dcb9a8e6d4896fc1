// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("JSON numbers")
struct JSONNumberTests {
  // attack: J-27
  @Test(
    "the integer value of a number is exact or nil, in any notation",
    arguments: [
      ("0", 0), ("-0", 0), ("-0.0", 0), ("0e99999999999999999999", 0), ("1.0", 1), ("1e3", 1000),
      ("1E+3", 1000), ("1.5", nil), ("1.50e1", 15), ("100e-2", 1), ("1e-1", nil), ("12.34e1", nil),
      ("1700000300.5", nil), ("-1.2e1", -12), ("9223372036854775807", .max),
      ("9223372036854775808", nil), ("-9223372036854775808", .min), ("-9223372036854775809", nil),
      ("9223372036854775807.0", .max), ("922337203685477580.8e1", nil),
      ("1e18", 1_000_000_000_000_000_000),
      ("1e19", nil), ("1e400", nil), ("1e-400", nil), ("1e99999999999999999999", nil),
      ("1e-99999999999999999999", nil), ("123456789012345678901234567890e-20", nil),
      ("10000000000000000000000000e-24", 10),
    ] as [(String, Int?)])
  func whole(text: String, value: Int?) throws {
    #expect(try JSONValue(parsing: text.utf8).intValue == value)
  }

  @Test(
    "the double value of a number is the nearest one, or nil if that is not finite",
    arguments: [
      ("1700000300.5", 1_700_000_300.5), ("1e3", 1000), ("-0", -0.0),
      ("5e-324", .leastNonzeroMagnitude),
      ("1e400", nil), ("-1e400", nil), ("1e-400", 0),
    ] as [(String, Double?)])
  func double(text: String, value: Double?) throws {
    #expect(try JSONValue(parsing: text.utf8).doubleValue == value)
  }

  @Test(
    "a text that is not a number has no numeric value",
    arguments: ["\"1700000300\"", "true", "null", "[]", "{}", "\"\""])
  func noNumber(text: String) throws {
    let value = try JSONValue(parsing: text.utf8)
    #expect(value.intValue == nil)
    #expect(value.doubleValue == nil)
  }

  @Test("the text is kept as written")
  func text() throws {
    let text = #"{"a":1.50,"b":1E5,"c":-0.0}"#
    #expect(
      String(decoding: try JSONObject(parsing: text.utf8).serialized(), as: UTF8.self) == text)
    #expect(JSONNumber(.infinity) == nil)
    #expect(JSONNumber(Double.nan) == nil)
    #expect(JSONNumber(0.1)?.text == "0.1")
  }
}
