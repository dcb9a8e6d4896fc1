// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("The class of an error")
struct ErrorClassTests {
  static let rows: [(OAuthError, ErrorClass)] = [
    (.unreachable(.connectionFailed, ""), .transient(retryAfter: nil)),
    (.unreachable(.timedOut, ""), .transient(retryAfter: nil)),
    (
      .unreachable(.serverUnavailable, "", status: 503, retryAfter: .seconds(3)),
      .transient(retryAfter: .seconds(3))
    ),
    (.unreadable(.replyMalformed, ""), .transient(retryAfter: nil)),
    (.unreadable(.redirectRefused, ""), .transient(retryAfter: nil)),
    (.ended(.refused), .sessionEnded(.refused)),
    (.ended(.signedOutElsewhere), .sessionEnded(.signedOutElsewhere)),
    (.ended(.outcomeUnknown), .sessionEnded(.outcomeUnknown)),
    (.ended(.idTokenRefused), .sessionEnded(.idTokenRefused)),
    (.refused(.interactionRequired, ""), .interactionRequired),
    (.refused(.loginRequired, ""), .interactionRequired),
    (.refused(.invalidGrant, ""), .interactionRequired),
    (.refused(.invalidClient, ""), .configuration),
    (.refused(.invalidScope, ""), .configuration),
    (.unreadable(.idTokenInvalid, ""), .configuration),
    (.misused("scopes", ""), .configuration),
    (.unreachable(.storeFailed, ""), .storageUnavailable),
    (.unreachable(.storeLocked, ""), .storageUnavailable),
    (.unreadable(.storeDamaged, ""), .storageUnavailable),
    (.unreachable(.cancelled, ""), .cancelled),
    (.unreachable(.userCancelled, ""), .cancelled),
    (.refused(.accessDenied, ""), .cancelled),
  ]

  @Test("follows from its outcome and code", arguments: rows)
  func table(_ row: (error: OAuthError, expected: ErrorClass)) {
    #expect(row.error.errorClass == row.expected)
  }

  @Test("for an ended session has a reason, each with a sentence of its own")
  func reasons() {
    let sentences = EndReason.allCases.map { OAuthError.ended($0).reason }
    #expect(Set(sentences).count == EndReason.allCases.count)
    #expect(sentences.allSatisfy { $0.hasSuffix(".") })
  }
}
