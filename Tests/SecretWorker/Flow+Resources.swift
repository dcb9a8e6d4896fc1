// SPDX-License-Identifier: Apache-2.0
import Coatcheck
import CoatcheckClient
import CoatcheckTesting
import Foundation
import HTTPTypes

extension Flow {
  /// Resource servers that validate tokens.
  static let resources: [Flow] = [
    Flow(issuer: "an API's middleware") { stage, site in
      let issuer = site.provider.metadata.issuer
      let client = stage.client(
        of: site.provider, id: "service", secret: site.serviceSecret,
        redirect: IssuerSite.redirect, agent: site.agent(.allow))
      let token = try await client.ownSession(scopes: ["jobs:read"]).accessToken()
      let asking = ClientIdentity(id: "service", authentication: .basic(site.serviceSecret))
      for source in [
        TokenSource.jwts(of: issuer), .introspection(at: issuer, as: asking),
        .introspection(at: issuer, as: asking, answers: .signed([.es256])),
      ] {
        stage.show("source", source)
        try await GuardedAPI.with(stage, source, audience: issuer.text) { origin in
          for credentials in Self.credentials(token, stage.marks) {
            for path in ["/jobs", "/jobs/new"] {
              let endpoint = try Endpoint(origin + path)
              var request = HTTPRequest(
                method: .get, scheme: endpoint.scheme, authority: endpoint.authority,
                path: endpoint.path)
              request.headerFields[.authorization] = credentials
              await stage.attempt("answer") {
                try await WireTap(Transports.system, stage.marks)
                  .send(request, body: Data(), limit: .standard)
              }
            }
          }
        }
      }
    }
  ]

  /// Values of the Authorization field, valid and invalid.
  private static func credentials(_ token: Secret, _ marks: Marks) -> [String?] {
    let text = token.reveal()
    return [
      nil, "Bearer " + text, "DPoP " + text, "Bearer " + text.dropLast(4),
      "Bearer " + marks.make("access_token"), "Basic " + marks.make("authorization"),
    ]
  }
}
