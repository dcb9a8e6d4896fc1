// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckOAuth

/// A user that a social network has identified to the server, not a claim of the client.
struct UpstreamUser: Sendable {
  /// The identity: the network, the app and the user's identifier there.
  let identity: SocialIdentity
  /// The user's name at the network. Untrusted text.
  var nickname: String?
  /// The address of the user's picture. Untrusted text.
  var avatar: String?
  /// The linked user, if it was just read; nil for an unknown user, and while the link has not been read.
  var linked: LinkedUser?
}

extension IDaaSServer {
  /// Asks Weibo for the user of a proof.
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
      // A code is valid for one redirect URI. It is sent to Weibo only for one of the tenant or the
      // application.
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
