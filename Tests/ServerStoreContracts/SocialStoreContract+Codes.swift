// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer

extension SocialStoreContract {
  /// Codes that were sent in messages.
  package static let codes = [
    Check("a code is right once") { store in
      try await store.keep(sampleMessageCode())
      try require(try await store.attempt(typed("012345"), at: moment(1)), is: .right, "once")
      try require(try await store.attempt(typed("012345"), at: moment(1)), is: .gone, "twice")
    },
    Check("five wrong codes, and the right one comes too late") { store in
      try await store.keep(sampleMessageCode())
      for left in [4, 3, 2, 1, 0] {
        try require(
          try await store.attempt(typed("999999"), at: moment(1)), is: .wrong(left: left), "wrong")
      }
      try require(try await store.attempt(typed("012345"), at: moment(1)), is: .gone, "right")
    },
    Check("the last of five tries may be the right one") { store in
      try await store.keep(sampleMessageCode())
      for _ in 1...4 { _ = try await store.attempt(typed("999999"), at: moment(1)) }
      try require(try await store.attempt(typed("012345"), at: moment(1)), is: .right, "the fifth")
    },
    Check("a code for one purpose, contact or scope is invalid for another") { store in
      try await store.keep(sampleMessageCode())
      for key in [
        sampleKey(purpose: "DELETE_ACCOUNT_SMS"), sampleKey(otherPhone),
        sampleKey(.email("+8613800000000")), sampleKey(scope: "other state"),
      ] {
        try require(
          try await store.attempt(typed("012345", for: key), at: moment(1)), is: .gone, "\(key)")
      }
      try require(try await store.attempt(typed("012345"), at: moment(1)), is: .right, "its own")
    },
    Check("another device cannot use a code, nor use it up") { store in
      try await store.keep(sampleMessageCode())
      for _ in 1...6 {
        for digits in ["012345", "999999"] {
          try require(
            try await store.attempt(typed(digits, device: "other"), at: moment(1)), is: .gone,
            "another device")
        }
      }
      try require(try await store.attempt(typed("999999"), at: moment(1)), is: .wrong(left: 4), "1")
      try require(try await store.attempt(typed("012345"), at: moment(1)), is: .right, "its own")
    },
    Check("a code is over at its expiry") { store in
      try await store.keep(sampleMessageCode())
      try require(try await store.attempt(typed("012345"), at: moment(300)), is: .gone, "at it")
      try require(
        try await store.attempt(typed("012345"), at: moment(299.999)), is: .right, "before")
    },
    Check("a new code replaces the one before, with tries of its own") { store in
      try await store.keep(sampleMessageCode("111111"))
      for _ in 1...3 { _ = try await store.attempt(typed("999999"), at: moment(1)) }
      try await store.keep(sampleMessageCode("222222", tries: 2))
      try require(
        try await store.attempt(typed("111111"), at: moment(1)), is: .wrong(left: 1), "the old one")
      try require(try await store.attempt(typed("222222"), at: moment(1)), is: .right, "the new")
    },
    Check("a code without tries was never sent") { store in
      try await store.keep(sampleMessageCode(tries: 0))
      try require(try await store.attempt(typed("012345"), at: moment(1)), is: .gone, "right")
    },
    Check("a digest too short or too long to be one is refused") { store in
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
