// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import HTTPTypes

/// Adds a client. If it needs a secret, a random one is created and shown once.
struct AddClient: AdministrationOperation {
  static let endpoint = AdministrationEndpoint(
    .post, "/clients", "Add a client. A secret that it needs is made, and shown this once.",
    body: ClientDocument.fields, reply: .client, status: .created, refusals: [.conflict])

  private let document: JSONObject

  init(_ request: AdministrationRequest) throws(AdministrationProblem) {
    document = request.body
  }

  func run(by office: Administration) async throws -> AdministrationReply {
    var document = document
    if document["client_id"] == nil {
      document["client_id"] = .string("c-" + office.environment.token(bytes: 12))
    }
    var client = try ClientDocument.client(document)
    var secret: String?
    if client.authenticationMethod.hasPrefix("client_secret") {
      let text = office.environment.token()
      client.secretDigest = TokenDigest(of: Secret(text))
      secret = text
    }
    guard try await office.store.replace(nil, with: client) else {
      throw AdministrationProblem(
        .conflict, "Another client has this identifier.", member: "client_id")
    }
    var json = client.administered
    json["client_secret"] = secret.map(JSONValue.string)
    return AdministrationReply(json, noted: .init(event: "client_added", client: client.id))
  }
}
