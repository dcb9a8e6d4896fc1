// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import Foundation

extension IssuerStoreContract {
  /// Clocks.
  package static let time = [
    Check("every time is kept to the millisecond, before 1970, beyond 2038 and ten years off") {
      store in
      let decade = 3_652.5 * 86_400
      let instants: [TimeInterval] = [
        -62_135_596_800, -1_000_000, -0.001, 0, 0.001, 2_147_483_647, 2_147_483_648,
        4_294_967_296.5, 1_700_000_000 - decade, 1_700_000_000 + decade, 253_402_300_799.999,
      ]
      for (n, seconds) in instants.enumerated() {
        let now = Date(timeIntervalSince1970: seconds)
        let code = sampleCode("code \(n)", expires: now.addingTimeInterval(60))
        try await store.issueCode(code)
        try await require(
          store.redeem(
            code.digest, opening: sampleFamily("f\(n)"), first: nil, at: now.addingTimeInterval(60)),
          is: .expired, "\(seconds) at the expiry")
        let outcome = try await store.redeem(
          code.digest, opening: sampleFamily("f\(n)"), first: nil,
          at: now.addingTimeInterval(59.5))
        guard case .redeemed(let record) = outcome else {
          throw Violation(description: "\(seconds) before the expiry: \(outcome)")
        }
        try require(
          abs(record.expiresAt.timeIntervalSince(code.expiresAt)) < 0.001, is: true,
          "\(seconds) as it came back")
      }
    },
    Check("a time that was read is stored again as the same time") { store in
      for n in 0..<1_000 {
        let login = LoginSession(
          digest: digest("\(n)"), userID: "u", authTime: moment(Double(n) / 1_000 + 0.0004),
          expiresAt: moment(10_000 + Double(n) * 7.001))
        try await store.saveLogin(login)
        guard let first = try await store.login(digest("\(n)"), at: moment(0)) else {
          throw Violation(description: "login \(n) is not there")
        }
        try await store.saveLogin(first)
        try await require(store.login(digest("\(n)"), at: moment(0)), is: first, "login \(n)")
      }
    },
    Check("NaN and infinite times expire at once or never, and break nothing") { store in
      for (n, odd) in [Double.infinity, -.infinity, .nan, 1e300, -1e300].enumerated() {
        let end = Date(timeIntervalSince1970: odd)
        try await store.saveLogin(sampleLogin("\(n)", expires: end))
        try await require(store.login(digest("\(n)"), at: moment(0)) != nil, is: odd > 0, "\(odd)")
        _ = try await store.attempt("\(n)", limit: 1, window: odd, at: end)
        _ = try await store.insertOnce(namespace: "n", key: "\(n)", expiresAt: end, at: end)
      }
    },
    Check("a clock that is set back makes no caller wait longer than one window") { store in
      _ = try await store.attempt("k", limit: 1, window: 60, at: 1_000_000)
      try await require(
        store.attempt("k", limit: 1, window: 60, at: 0), is: .exhausted(until: moment(60)))
      try await require(store.attempt("k", limit: 1, window: 60, at: 60), is: .allowed(1))
    },
  ]
}
