// SPDX-License-Identifier: Apache-2.0

/// What signing out shall do besides forgetting the session here, which happens in any case and
/// needs no network.
///
/// | plan | forget here | revoke the tokens | end the issuer's session in the browser |
/// |---|---|---|---|
/// | ``localOnly`` | yes | no | no |
/// | ``standard`` | yes | yes | no |
/// | ``everywhere`` | yes | yes | yes |
///
/// Without the last one the issuer's pages still know the user, so that the next sign-in may not
/// ask for a password. To let another user sign in, `prompt=select_account` is enough.
public struct SignOutPlan: Sendable, Hashable {
  /// How the browser comes back after the issuer's session was ended.
  public enum Return: Sendable, Hashable {
    /// It stays at the issuer's page.
    case none
    /// To the user agent's own redirect URI, which must be registered for signing out.
    case userAgent
    /// To this redirect URI, as it was registered for signing out.
    case fixed(String)
  }

  /// Whether the tokens are revoked at the issuer.
  public let revokesTokens: Bool
  /// Whether the issuer's own session is ended, and how the browser comes back; nil leaves it
  /// alone.
  public let endsProviderSession: Return?

  private init(revokesTokens: Bool, endsProviderSession: Return?) {
    self.revokesTokens = revokesTokens
    self.endsProviderSession = endsProviderSession
  }

  /// Forgets the session here, and says nothing to the issuer: the tokens live on until they end.
  public static let localOnly = SignOutPlan(revokesTokens: false, endsProviderSession: nil)

  /// Revokes the tokens and forgets the session.
  public static let standard = SignOutPlan(revokesTokens: true, endsProviderSession: nil)

  /// Revokes the tokens, forgets the session, and shows the page which ends the issuer's own.
  public static let everywhere = everywhere(returning: .none)

  /// As ``everywhere``, with the browser coming back.
  public static func everywhere(returning way: Return) -> SignOutPlan {
    SignOutPlan(revokesTokens: true, endsProviderSession: way)
  }
}
