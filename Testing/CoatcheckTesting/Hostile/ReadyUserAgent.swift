// SPDX-License-Identifier: Apache-2.0
public import CoatcheckClient
public import CoatcheckOAuth
public import Foundation
import HTTPTypes

/// A browser whose person has nothing to say: it opens the address and gives back where the provider sent
/// it to.
public struct ReadyUserAgent: VisitingUserAgent {
  private let browser: TestBrowser
  private let redirect: String

  /// A browser.
  ///
  /// - Parameters:
  ///   - redirectURI: The redirect URI a client uses with this agent; nothing needs to listen there.
  ///   - transport: Fetches the pages; it must not follow redirects.
  public init(
    redirectURI: String = "http://127.0.0.1:49152/callback", transport: any HTTPTransport
  ) {
    browser = TestBrowser(transport: transport)
    redirect = redirectURI
  }

  /// The redirect URI given.
  public func redirectURI() async throws(OAuthError) -> String { redirect }

  /// Opens the address.
  ///
  /// - Returns: Where the provider sent the browser to; it is not fetched.
  /// - Throws: `unreadable` when it sent the browser nowhere; what the transport throws.
  public func authorize(at url: URL) async throws(OAuthError) -> String {
    try await destination(of: url)
  }

  /// Opens the address which ends the session.
  public func endSession(at url: URL) async throws(OAuthError) -> String? {
    try await destination(of: url)
  }

  private func destination(of url: URL) async throws(OAuthError) -> String {
    let page = try await browser.get(url.absoluteString)
    guard let location = page.location else {
      throw .unreadable(
        .replyMalformed, "The page leads nowhere: \(HTMLText.summary(page.text))",
        status: page.status)
    }
    return location
  }
}
