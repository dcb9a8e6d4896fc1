// SPDX-License-Identifier: Apache-2.0

import TestSupport

@testable import CoatcheckOAuth

@Suite("Nonces that a server derives from the time")
struct RollingNoncesTests {
  let key = [UInt8](repeating: 7, count: 32)

  @Test("are accepted in their own period and the next one")
  func window() throws {
    let nonces = try RollingNonces(key: key, period: 100)
    let given = try #require(nonces.nonce(at: start)).text
    for (seconds, isCurrent) in [
      (0.0, true), (99, true), (100, true), (199, true), (200, false), (-1, false),
    ] {
      #expect(nonces.isCurrent(given, at: start.addingTimeInterval(seconds)) == isCurrent)
    }
  }

  @Test("are the same on every server with the same key, and on no other")
  func servers() throws {
    let given = try #require(RollingNonces(key: key).nonce(at: start)).text
    #expect(try RollingNonces(key: key).isCurrent(given, at: start))
    let other = try RollingNonces(key: [UInt8](repeating: 8, count: 32))
    #expect(!other.isCurrent(given, at: start))
    #expect(!other.isCurrent("", at: start))
  }

  @Test("need a key of 32 bytes and a positive, finite period")
  func arguments() {
    for (count, period) in [(31, 100.0), (32, 0), (32, .infinity), (32, .nan)] {
      expectMisuse { try RollingNonces(key: [UInt8](repeating: 1, count: count), period: period) }
    }
  }
}
