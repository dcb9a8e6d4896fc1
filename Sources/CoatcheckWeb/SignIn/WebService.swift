// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth

/// A service that a website redirects browsers to: a provider that users sign in with, or one at which they
/// connect an account.
enum WebService: Sendable {
  case provider(WebProvider)
  case connection(WebConnection)

  /// The name in paths, unique within the site.
  var name: String {
    switch self {
    case .provider(let provider): provider.name
    case .connection(let connection): connection.name
    }
  }

  var scopes: [Scope] {
    switch self {
    case .provider(let provider): provider.scopes
    case .connection(let connection): connection.scopes
    }
  }

  var authorization: AuthorizationOptions {
    switch self {
    case .provider(let provider): provider.authorization
    case .connection(let connection): connection.authorization
    }
  }

  /// - Throws: `misused` unless the name can be a part of a path.
  static func check(name: String) throws(OAuthError) {
    let isName =
      !name.isEmpty && name.utf8.count <= 32
      && name.utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == 0x2D }
    guard isName else {
      throw .misused(
        "name", "The name of a provider has 1 to 32 lower-case letters, digits and hyphens.")
    }
  }

  /// - Throws: `misused` for a response mode that a website cannot receive.
  static func check(_ authorization: AuthorizationOptions) throws(OAuthError) {
    guard [.query, .formPost].contains(authorization.responseMode) else {
      throw .misused(
        "authorization", "A website receives callbacks by query or form_post, and no others.")
    }
  }
}

extension SignInSite {
  /// The client context of the site at a service.
  ///
  /// - Throws: As `Provider.discover`.
  func context(of service: WebService) async throws(OAuthError) -> ClientContext {
    switch service {
    case .provider(let provider): try await contexts.context(of: provider)
    case .connection(let connection): connection.client.context
    }
  }
}
