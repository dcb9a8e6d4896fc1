// SPDX-License-Identifier: Apache-2.0
import Coatcheck
import CoatcheckNXOAuth2Client

extension FirstSnippets {
  @MainActor static func nx() async throws -> String {
    let screen = Screen()
    try screen.start()
    for await line in screen.lines { return line }
    throw OAuthError.misused("screen", "Nothing was told.")
  }
}

/// The part of an app around the snippet.
@MainActor
private final class Screen: CallbackClientDelegate {
  let (lines, told) = AsyncStream.makeStream(of: String.self)
  private var oauth: CallbackClient?

  func start() throws {
    let (clientID, secret) = ("app", Secret("app secret"))
    // Providers/NXOAuth2Client/README.md
    let provider = try Provider.nx(
      authorizationEndpoint: "https://myHost/oauth2/authenticate",
      tokenEndpoint: "https://myHost/oauth2/token")
    let client = Client(of: provider, id: clientID, secret: secret, store: .system)
    let oauth = CallbackClient(client, scopes: ["read"], storedAs: "main", delegate: self)
    oauth.requestAccess()
    // Providers/NXOAuth2Client/README.md
    self.oauth = oauth
  }

  func clientNeedsAuthentication(_ client: CallbackClient) { client.authenticate(by: .code) }

  func clientDidGetAccess(_ client: CallbackClient) {
    told.yield(client.session?.account.subject ?? "no session")
  }

  func client(_ client: CallbackClient, didFailWith error: OAuthError) { told.yield("\(error)") }
}
