// SPDX-License-Identifier: Apache-2.0
public import CoatcheckNXOAuth2Client
public import Coatcheck
public import Foundation
import HTTPTypes

/// An app in the manner of NXOAuth2Client: it is called back, opens the page to sign in, and uploads.
@MainActor
public final class PhotoApp: CallbackClientDelegate {
  /// What happened, in order.
  public private(set) var story: [String] = []
  private let oauth: CallbackClient
  private let open: @MainActor (URL) -> Void

  /// - Parameters:
  ///   - site: Where the service is: `https://myHost`.
  ///   - store: Where the session is kept.
  ///   - open: Opens an address in the user's browser.
  public init(
    site: String, store: any TokenStore, open: @escaping @MainActor (URL) -> Void
  ) throws {
    let provider = try Provider.nx(
      authorizationEndpoint: "\(site)/oauth2/authenticate", tokenEndpoint: "\(site)/oauth2/token")
    let client = Client(of: provider, id: "app", secret: Secret("app secret"), store: store)
    oauth = CallbackClient(client, scopes: ["read", "write"], storedAs: "main")
    self.open = open
    oauth.delegate = self
    oauth.requestAccess()
  }

  /// The app was opened with an address.
  public func opened(with url: String) -> Bool { oauth.handleRedirect(url) }

  /// No user is signed in.
  public func clientNeedsAuthentication(_ client: CallbackClient) {
    story.append("needs authentication")
    if let url = try? client.authorizationURL(redirectURI: "x-myapp://oauth2") { open(url) }
  }

  /// A user is.
  public func clientDidGetAccess(_ client: CallbackClient) { story.append("did get access") }

  /// It went wrong.
  public func client(_ client: CallbackClient, didFailWith error: OAuthError) {
    story.append("did fail: \(error.nxCode.domain.rawValue) \(error.nxCode.code)")
  }

  /// Uploads a picture with two tags, and says what the service answered.
  public func upload(_ picture: Data, to endpoint: Endpoint) async throws -> Data {
    let body = try RequestBody.multipart([
      .text(name: "tag", value: "sea"), .text(name: "tag", value: "sand"),
      .data(name: "photo", picture, filename: "1.jpg", contentType: "image/jpeg"),
    ])
    let service = AuthorizedTransport(try await oauth.access())
    return try await service.open(
      .init(
        method: .post, scheme: endpoint.scheme, authority: endpoint.authority, path: endpoint.path),
      body: body, limit: .unlimited
    ).body.collect()
  }
}
