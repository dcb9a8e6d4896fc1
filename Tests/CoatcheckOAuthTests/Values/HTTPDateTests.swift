// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("The date of an HTTP message")
struct HTTPDateTests {
  static let dates: [(TimeInterval, String)] = [
    (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
    (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
    (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
    (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
    (1_700_000_000, "Tue, 14 Nov 2023 22:13:20 GMT"),
    (2_147_483_648, "Tue, 19 Jan 2038 03:14:08 GMT"),
    (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 GMT"),
    (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
  ]

  @Test("is written and read as an IMF-fixdate", arguments: dates)
  func table(_ row: (seconds: TimeInterval, text: String)) {
    let date = Date(timeIntervalSince1970: row.seconds)
    #expect(HTTPDate.text(date) == row.text)
    #expect(HTTPDate.parse(row.text) == date)
  }

  @Test("is read as it was written, for every day of four centuries")
  func everyDay() throws {
    for day in stride(from: -80_000.0, to: 80_000, by: 1) {
      let date = Date(timeIntervalSince1970: day * 86_400 + 12_345)
      try #require(HTTPDate.parse(HTTPDate.text(date)) == date)
    }
  }
}
