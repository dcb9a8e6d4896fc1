// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol

/// Somebody whom a social network knows, by its own word and not the client's (rule R1).
struct UpstreamPerson: Sendable {
  /// Who it is.
  let identity: SocialIdentity
  /// What the network calls the person. A stranger's text.
  var nickname: String?
  /// Where the network shows the person's picture. A stranger's text.
  var avatar: String?
}

extension IDaaSServer {
  /// Whom Weibo knows.
  ///
  /// - Throws: `interfaceFailed`, `busy` or `sourceUnknown`.
  func upstreamPerson(
    by proof: WeiboLogin.Proof, _ context: CallContext
  ) async throws -> UpstreamPerson {
    throw Refusal(.busy)
  }
}
