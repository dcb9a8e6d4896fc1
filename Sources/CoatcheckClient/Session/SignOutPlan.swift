// SPDX-License-Identifier: Apache-2.0

/// What signing out does besides removing the session here, which happens in any case and needs no network.
///
/// | plan | remove here | revoke the tokens | end the login session in the browser |
/// |---|---|---|---|
/// | ``localOnly`` | yes | no | no |
/// | ``standard`` | yes | yes | no |
/// | ``everywhere`` | yes | yes | yes |
///
/// Without the last one the pages of the authorization server still know the user, so that the next sign-in
/// may not ask for a password. To let another user sign in, `prompt=select_account` is enough.
public struct SignOutPlan: Sendable, Hashable {
  /// How the browser comes back after the login session was ended.
  public enum Return: Sendable, Hashable {
    /// It stays at the page of the authorization server.
    case none
    /// To the user agent's own redirect URI, which must be registered as a post-logout redirect URI.
    case userAgent
    /// To this absolute URI, which must be registered as a post-logout redirect URI.
    case fixed(String)
  }

  /// Whether the tokens are revoked at the authorization server.
  public let revokesTokens: Bool
  /// Whether the login session is ended, and how the browser comes back; nil leaves it alone.
  public let endsProviderSession: Return?

  private init(revokesTokens: Bool, endsProviderSession: Return?) {
    self.revokesTokens = revokesTokens
    self.endsProviderSession = endsProviderSession
  }

  /// Removes the session here, and sends nothing to the authorization server: the tokens stay valid until
  /// they expire.
  public static let localOnly = SignOutPlan(revokesTokens: false, endsProviderSession: nil)

  /// Revokes the tokens and removes the session here.
  public static let standard = SignOutPlan(revokesTokens: true, endsProviderSession: nil)

  /// Revokes the tokens, removes the session here, and shows the page that ends the login session.
  public static let everywhere = everywhere(returning: .none)

  /// As ``everywhere``, with the browser coming back to the program.
  ///
  /// - Parameter way: How the browser comes back.
  public static func everywhere(returning way: Return) -> SignOutPlan {
    SignOutPlan(revokesTokens: true, endsProviderSession: way)
  }
}
