// SPDX-License-Identifier: Apache-2.0
import Coatcheck
import HTTPTypes

extension FirstSnippets {
  static func readme() async throws -> String {
    let issuer = "http://127.0.0.1:8080"
    let request = HTTPRequest(
      method: .get, scheme: "http", authority: "127.0.0.1:8080", path: "/userinfo")
    // README.md
    let provider = try await Provider.discover(issuer)
    let client = Client(of: provider, id: "app", store: .system)
    let session = try await client.signIn(scopes: [.openID, .email], storedAs: "main")

    let (_, body) = try await session.data(for: request)  // a fresh token; again if rejected
    for await event in session.events {  // obtained, refreshed, lost
      print(event)
      break
    }
    // README.md
    return String(decoding: body, as: UTF8.self)
  }
}
