// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoatcheckOAuth

extension IssuerStoreContract {
  /// Pushed authorization requests.
  package static let pushed = [
    Check("a pushed request is read back unchanged, and reading does not take it") { store in
      try await store.push(samplePushed())
      for _ in 1...2 {
        try await require(store.pushed(digest("par"), of: "app", at: moment(1)), is: samplePushed())
      }
      try await require(store.pushed(digest("other"), of: "app", at: moment(1)), is: nil)
    },
    Check("a pushed request belongs to its client") { store in
      try await store.push(samplePushed())
      for outsider in ["web", "APP", "app ", ""] {
        try await require(
          store.pushed(digest("par"), of: outsider, at: moment(1)), is: nil, outsider)
        try await require(
          store.takePushed(digest("par"), of: outsider, at: moment(1)), is: nil, outsider)
      }
      try await require(
        store.takePushed(digest("par"), of: "app", at: moment(1)), is: samplePushed())
    },
    Check("a pushed request is taken once") { store in
      try await store.push(samplePushed())
      try await require(
        store.takePushed(digest("par"), of: "app", at: moment(1)), is: samplePushed())
      try await require(store.takePushed(digest("par"), of: "app", at: moment(1)), is: nil)
      try await require(store.pushed(digest("par"), of: "app", at: moment(1)), is: nil)
    },
    Check("a pushed request is kept until just before its expiry, and then swept") { store in
      try await store.push(samplePushed())
      for (seconds, there) in [(60.0, true), (3_599.999, true), (3_600, false), (3_601, false)] {
        try await require(
          store.pushed(digest("par"), of: "app", at: moment(seconds)) != nil, is: there,
          "after \(seconds) s")
      }
      try await require(store.sweep(limit: 9, at: moment(3_599)), is: .removed(0))
      try await require(store.sweep(limit: 9, at: moment(3_600)), is: .removed(1))
    },
    Check("a digest belongs to one pushed request") { store in
      try await store.push(samplePushed())
      try await requireInvalid("a second request of one digest") {
        try await store.push(samplePushed(client: "evil"))
      }
      try await requireInvalid("a megabyte") {
        try await store.push(
          samplePushed("big", parameters: ["state": String(repeating: "x", count: 1 << 20)]))
      }
    },
    Check("a pushed request ends with its client") { store in
      try await store.push(samplePushed())
      _ = try await store.revokeClient("app", reason: "disabled", at: moment(1))
      try await require(store.pushed(digest("par"), of: "app", at: moment(1)), is: nil)
    },
  ]

  static func samplePushed(
    _ name: String = "par", client: String = "app",
    parameters: Parameters = ["client_id": "app", "state": "a b+c%26d=é\"'"]
  ) -> PushedRequest {
    PushedRequest(
      digest: digest(name), clientID: client, parameters: parameters, jkt: "thumb",
      expiresAt: moment(60), retainedUntil: moment(3_600))
  }
}
