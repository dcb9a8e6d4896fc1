// SPDX-License-Identifier: Apache-2.0
public import CoatcheckClient
public import CoatcheckOAuth
public import Foundation

/// A user agent that only needs the addresses of pages, as a scripted browser does.
public protocol VisitingUserAgent: UserAgent {
  /// Opens the page, and returns the address of the callback.
  func authorize(at url: URL) async throws(OAuthError) -> String

  /// Opens the page that ends the login session, and returns the address that the browser is redirected to.
  func endSession(at url: URL) async throws(OAuthError) -> String?
}

extension VisitingUserAgent {
  /// Opens the page's address.
  public func authorize(_ page: AuthorizationPage) async throws(OAuthError) -> String {
    try await authorize(at: page.url)
  }

  /// Opens the page's address.
  public func endSession(_ page: EndSessionPage) async throws(OAuthError) -> String? {
    try await endSession(at: page.url)
  }

  /// For user agents that only sign in.
  public func endSession(at url: URL) async throws(OAuthError) -> String? {
    throw .misused("userAgent", "This user agent cannot show the page that ends the session.")
  }
}
