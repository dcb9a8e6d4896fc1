// SPDX-License-Identifier: Apache-2.0
import Coatcheck
import CoatcheckWeibo

extension FirstSnippets {
  static func weibo() async throws -> String {
    let (appKey, appSecret) = ("20454", Secret("app secret"))
    let redirectURI = "http://127.0.0.1/callback"
    // Providers/Weibo/README.md
    let client = Client(of: try .weibo(), id: appKey, secret: appSecret, store: .system) {
      $0.redirect = .fixed(redirectURI)
    }
    let session = try await client.signIn(scopes: ["email"], storedAs: "main")
    // Providers/Weibo/README.md
    return session.account.subject
  }
}
