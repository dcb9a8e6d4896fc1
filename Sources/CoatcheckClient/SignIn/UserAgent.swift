// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What shows the issuer's pages to the person and brings the answer back: a browser, never a view
/// inside of the app.
///
/// Specification: [RFC 8252 §4.1](https://www.rfc-editor.org/rfc/rfc8252#section-4.1).
public protocol UserAgent: Sendable {
  /// The redirect URI of the next sign-in. A listener for it is open when this returns.
  func redirectURI() async throws -> String

  /// Shows the issuer's page and waits for the callback.
  ///
  /// - Parameter url: The address of the authorization request.
  /// - Returns: The whole address which the browser was sent to. It isn't to be trusted yet.
  /// - Throws: `userCancelled`, `timedOut` or `cancelled`; nothing was received then.
  func authorize(at url: URL) async throws(OAuthError) -> String

  /// Closes what ``redirectURI()`` opened, when no sign-in follows.
  func abandon(redirectURI: String) async
}

extension UserAgent {
  /// Does nothing, for user agents that open nothing.
  public func abandon(redirectURI: String) async {}
}
