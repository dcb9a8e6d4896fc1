// SPDX-License-Identifier: Apache-2.0
import Coatcheck
import CoatcheckDocomo

extension FirstSnippets {
  static func docomo() async throws -> String {
    let (clientID, secret) = ("app", Secret("app secret"))
    let redirectURI = "http://127.0.0.1:8910/docomo"
    // Providers/Docomo/README.md
    let client = Client(of: try .docomo(), id: clientID, secret: secret, store: .system) {
      $0.redirect = .fixed(redirectURI)  // as registered, such as "myapp://docomo" on a phone
    }
    let session = try await client.signIn(
      scopes: [.photoGetContentsList, .photoGetContent], storedAs: "main")
    let pictures = try await PhotoColle(session).contents(.image)
    // Providers/Docomo/README.md
    return "\(pictures.items.count) pictures"
  }
}
