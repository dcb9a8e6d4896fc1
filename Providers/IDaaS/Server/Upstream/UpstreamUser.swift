// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckOAuth

/// A user whom a social network knows, by its own word and not the client's.
struct UpstreamUser: Sendable {
  /// Who it is.
  let identity: SocialIdentity
  /// What the network calls the user. Untrusted text.
  var nickname: String?
  /// Where the network shows the user's picture. Untrusted text.
  var avatar: String?
  /// Whom the identity was just found to be linked to; nil for unknown users, and while no user has looked.
  var linked: LinkedUser?
}

extension IDaaSServer {
  /// Whom Weibo knows.
  ///
  /// - Throws: `interfaceFailed`, `busy` or `sourceUnknown`; `expired` or `parameterValue` for tickets.
  func upstreamUser(
    by proof: WeiboLogin.Proof, _ context: CallContext
  ) async throws -> UpstreamUser {
    guard let source = context.application.weibo else { throw WeiboRefusals.misconfigured }
    switch proof {
    case .token(let token, let uid):
      guard source.channel == .mobile else {
        throw Refusal(.sourceUnknown, detail: .policyDenied)
      }
      return try await WeiboLookup(self, source).user(behind: token, claimed: uid)
    case .code(let code, let redirectURI):
      // A code is valid for one redirect URI. Only those that are the tenant's or the application's are
      // asked about at all.
      guard isOwn(redirectURI, of: context.application) else {
        throw Refusal(.parameterValue, "redirect_uri", detail: .badFormat)
      }
      return try await WeiboLookup(self, source).user(by: code, sentTo: redirectURI)
    case .ticket(let ticket, let verifier):
      return try await upstreamUser(by: ticket, verifier: verifier, source, context)
    }
  }

  private func isOwn(_ redirectURI: String, of application: TenantApplication) -> Bool {
    redirectURI.isExactly(weiboCallback)
      || application.redirectURIs.contains {
        VerifyRedirectURI.matches(redirectURI, registered: $0)
      }
  }
}
