// SPDX-License-Identifier: Apache-2.0

import TestKit

extension FakeProvider {
  /// A resource server that introspects tokens at this provider.
  func introspectingServer(
    answers form: ResponseProtection = .plain
  ) throws -> CoatcheckClient.ResourceServer {
    change { $0.metadata["introspection_endpoint"] = .string(issuer + "/introspect") }
    return CoatcheckClient.ResourceServer(
      ProtectedResource(identifier: try Endpoint("https://api.example")),
      taking: [
        .introspection(
          at: try Issuer(issuer),
          as: ClientIdentity(id: "api", authentication: .basic(Secret("hush"))), answers: form)
      ], transport: self, environment: environment)
  }
}
