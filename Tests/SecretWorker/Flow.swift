// SPDX-License-Identifier: Apache-2.0
import Coatcheck
import CoatcheckTesting

/// One use of the library, with everything that a program does in it.
///
/// To add one, append a row to a table and that table to ``all``. The run has to succeed if no response is
/// spoilt: steps that may fail use ``Stage/attempt(_:_:)``. Secrets are found by the names under which
/// they travel (``WireSecrets/names``); a secret that is never sent is marked by hand.
struct Flow: Sendable {
  let name: String
  let run: @Sendable (Stage) async throws -> Void

  init(_ name: String, _ run: @escaping @Sendable (Stage) async throws -> Void) {
    self.name = name
    self.run = run
  }

  /// Every flow there is.
  static let all =
    issuer + pages + sealed + website + resources + stores + devices + exchanges + providers + idaas
}

extension Flow {
  /// A flow at our own issuer.
  init(issuer name: String, _ run: @escaping @Sendable (Stage, IssuerSite) async throws -> Void) {
    self.init(name) { stage in try await IssuerSite.with(stage) { try await run(stage, $0) } }
  }

  /// A flow at a stand-in, with a user and a client secret that are marked.
  init<Service: StandInService>(
    _ name: String, at service: @escaping @Sendable (StandInUser, String) -> Service,
    _ run: @escaping @Sendable (Stage, StandIn<Service>, StandInUser, Secret) async throws -> Void
  ) {
    self.init(name) { stage in
      let (user, secret) = (stage.user, stage.marks.make("client_secret"))
      let standIn = try await StandIn.start(service(user, secret), clock: stage.clock)
      try await stage.run({ await standIn.stop() }) {
        try await run(stage, standIn, user, Secret(secret))
      }
    }
  }
}
