// SPDX-License-Identifier: Apache-2.0
public import CoatcheckClient
public import CoatcheckOAuth
public import Foundation

/// A user agent that needs only the addresses of pages, such as a scripted browser.
public protocol VisitingUserAgent: UserAgent {
  /// Opens the authorization request and follows it to the callback.
  ///
  /// - Parameter url: The address of the authorization request.
  /// - Returns: The address of the callback, which is not loaded.
  /// - Throws: `unreadable` when the pages do not lead to a callback; the errors of the transport.
  func authorize(at url: URL) async throws(OAuthError) -> String

  /// Opens the page that ends the login session.
  ///
  /// - Parameter url: The address of the logout request.
  /// - Returns: The address that the browser is redirected to; nil if the request names none.
  /// - Throws: `misused` when the user agent only signs in; else as ``authorize(at:)``.
  func endSession(at url: URL) async throws(OAuthError) -> String?
}

extension VisitingUserAgent {
  /// Opens the address of the page: ``authorize(at:)``.
  public func authorize(_ page: AuthorizationPage) async throws(OAuthError) -> String {
    try await authorize(at: page.url)
  }

  /// Opens the address of the page: `endSession(at:)`.
  public func endSession(_ page: EndSessionPage) async throws(OAuthError) -> String? {
    try await endSession(at: page.url)
  }

  /// The default for user agents that only sign in: the page is not opened.
  ///
  /// - Parameter url: The address of the logout request.
  /// - Throws: `misused` naming `userAgent`, in any case.
  public func endSession(at url: URL) async throws(OAuthError) -> String? {
    throw .misused("userAgent", "This user agent cannot show the page that ends the session.")
  }
}
