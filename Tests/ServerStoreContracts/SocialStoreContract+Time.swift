// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import Foundation

extension SocialStoreContract {
  /// Clocks.
  package static let time = [
    Check("social times are whole milliseconds, and the same when they are stored again") {
      store in
      for n in 0..<200 {
        let fraction = Double(n) * 7.001 + 0.0004
        let pending = samplePending(
          "s\(n)", identity: sampleIdentity("\(n)"), expires: moment(600 + fraction))
        try await store.keep(pending)
        guard let first = try await store.pending("s\(n)", at: 0) else {
          throw IssuerStoreContract.Violation(description: "login \(n) is not there")
        }
        let lost = pending.expiresAt.timeIntervalSince(first.expiresAt)
        try require((-0.000_001..<0.001).contains(lost), is: true, "what login \(n) lost")
        let again = PendingBinding(
          digest: digest("again \(n)"), clientID: "app", device: "device",
          identity: sampleIdentity("\(n)"), purpose: .bind, createdAt: first.createdAt,
          expiresAt: first.expiresAt)
        try await store.keep(again)
        try await require(store.pending("again \(n)", at: 0), is: again, "login \(n)")
        let link = try await store.adopt(
          sampleLink("l\(n)", of: "u\(n)", identity: sampleIdentity("\(n)"), at: fraction),
          as: try sampleUser("u\(n)"))
        try await require(store.link(link.identity), is: link, "link \(n)")
      }
    },
    Check("NaN and infinite social times expire at once or never") { store in
      for (n, odd) in [Double.infinity, -.infinity, .nan, 1e300, -1e300].enumerated() {
        let end = Date(timeIntervalSince1970: odd)
        try await store.keep(sampleRecord("r\(n)", expires: end))
        try await store.keep(sampleMessageCode(for: sampleKey(scope: "\(n)"), expires: end))
        try await store.keep(samplePending("s\(n)", identity: sampleIdentity("\(n)"), expires: end))
        try await require(
          store.record(.captcha, digest("r\(n)"), at: moment(0)) != nil, is: odd > 0,
          "record \(odd)")
        try await require(
          store.attempt(typed("012345", for: sampleKey(scope: "\(n)")), at: 0),
          is: odd > 0 ? .right : .gone, "code \(odd)")
        try await require(store.pending("s\(n)", at: 0) != nil, is: odd > 0, "login \(odd)")
      }
    },
  ]
}
