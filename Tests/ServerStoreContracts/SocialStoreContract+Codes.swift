// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer

extension SocialStoreContract {
  /// Codes that were sent in messages.
  package static let codes = [
    Check("a code is accepted once") { store in
      try await store.keep(sampleMessageCode())
      try await require(store.attempt(typed("012345")), is: .right)
      try await require(store.attempt(typed("012345")), is: .gone)
    },
    Check("after five wrong codes the right one is not accepted") { store in
      try await store.keep(sampleMessageCode())
      for left in [4, 3, 2, 1, 0] {
        try await require(store.attempt(typed("999999")), is: .wrong(left: left))
      }
      try await require(store.attempt(typed("012345")), is: .gone)
    },
    Check("the last of five tries may be the right one") { store in
      try await store.keep(sampleMessageCode())
      for _ in 1...4 { _ = try await store.attempt(typed("999999")) }
      try await require(store.attempt(typed("012345")), is: .right)
    },
    Check("a code for one purpose, contact or scope is invalid for another") { store in
      try await store.keep(sampleMessageCode())
      for key in [
        sampleKey(purpose: "DELETE_ACCOUNT_SMS"), sampleKey(otherPhone),
        sampleKey(.email("+8613800000000")), sampleKey(scope: "other state"),
      ] {
        try await require(store.attempt(typed("012345", for: key)), is: .gone, "\(key)")
      }
      try await require(store.attempt(typed("012345")), is: .right)
    },
    Check("another device can neither use a code nor count against its attempts") { store in
      try await store.keep(sampleMessageCode())
      for _ in 1...6 {
        for digits in ["012345", "999999"] {
          try await require(store.attempt(typed(digits, device: "other")), is: .gone)
        }
      }
      try await require(store.attempt(typed("999999")), is: .wrong(left: 4))
      try await require(store.attempt(typed("012345")), is: .right)
    },
    Check("a code is not accepted from its expiry on") { store in
      try await store.keep(sampleMessageCode())
      try await require(store.attempt(typed("012345"), at: 300), is: .gone)
      try await require(store.attempt(typed("012345"), at: 299.999), is: .right)
    },
    Check("a new code replaces the one before, with attempts of its own") { store in
      try await store.keep(sampleMessageCode("111111"))
      for _ in 1...3 { _ = try await store.attempt(typed("999999")) }
      try await store.keep(sampleMessageCode("222222", tries: 2))
      try await require(store.attempt(typed("111111")), is: .wrong(left: 1))
      try await require(store.attempt(typed("222222")), is: .right)
    },
    Check("a code without attempts is never accepted") { store in
      try await store.keep(sampleMessageCode(tries: 0))
      try await require(store.attempt(typed("012345")), is: .gone)
    },
    Check("a digest of the wrong length is refused") { store in
      for count in [0, 15, 65] {
        try await requireInvalid("\(count) bytes") {
          try await store.keep(
            OneTimeCode(
              key: sampleKey(), digest: Array(repeating: 1, count: count), device: "device",
              sentAt: moment(0), expiresAt: moment(300)))
        }
      }
    },
  ]
}
