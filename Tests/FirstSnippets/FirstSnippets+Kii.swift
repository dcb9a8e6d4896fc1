// SPDX-License-Identifier: Apache-2.0
import Coatcheck
import CoatcheckKii
import HTTPTypes

extension FirstSnippets {
  static func kii() async throws -> String {
    let (appID, appKey, typed) = ("app", "key", Secret("wonderland"))
    let request = HTTPRequest(
      method: .get, scheme: "https", authority: "api-jp.kii.com", path: "/api/apps/app/users/me")
    // Providers/Kii/README.md
    let provider = try Provider.kii(site: .jp, appID: appID, appKey: appKey)
    let client = Client(of: provider, id: appID, store: .system)
    let session = try await client.signIn(
      using: .kiiPassword("alice", password: typed), storedAs: "alice")
    let (response, data) = try await session.data(for: request)
    let user = try await KiiAccount(session).user()
    // Providers/Kii/README.md
    return "\(user.id), \(response.status.code), \(data.count) bytes"
  }
}
