// SPDX-License-Identifier: Apache-2.0
public import CoatcheckClient
public import CoatcheckOAuth
public import Foundation
import HTTPTypes

/// A browser without pages to fill in: it opens the address and returns the location that the provider
/// redirects to.
public struct ReadyUserAgent: VisitingUserAgent {
  private let browser: TestBrowser
  private let redirect: String

  /// Creates a user agent.
  ///
  /// - Parameters:
  ///   - redirectURI: The redirect URI of the client; no listener is needed.
  ///   - transport: Loads the pages; it must not follow redirects.
  public init(
    redirectURI: String = "http://127.0.0.1:49152/callback", transport: any HTTPTransport
  ) {
    browser = TestBrowser(transport: transport)
    redirect = redirectURI
  }

  /// The redirect URI that the user agent was created with.
  public func redirectURI() async throws(OAuthError) -> String { redirect }

  /// Opens the address.
  ///
  /// - Returns: The location of the redirect, which is not loaded.
  /// - Throws: `unreadable` if the response is not a redirect; the errors of the transport.
  public func authorize(at url: URL) async throws(OAuthError) -> String {
    try await destination(of: url)
  }

  /// Opens the address that ends the session.
  ///
  /// - Returns: The location of the redirect, which is not loaded.
  /// - Throws: As ``authorize(at:)``.
  public func endSession(at url: URL) async throws(OAuthError) -> String? {
    try await destination(of: url)
  }

  private func destination(of url: URL) async throws(OAuthError) -> String {
    let page = try await browser.get(url.absoluteString)
    guard let location = page.location else {
      throw .unreadable(
        .replyMalformed, "The page is not a redirect: \(HTMLText.summary(page.text))",
        status: page.status)
    }
    return location
  }
}
