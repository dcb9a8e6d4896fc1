// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckOAuth

/// The logout call.
extension IDaaSServer {
  /// Ends a session with all its tokens. It succeeds also for a session that has already ended.
  ///
  /// An expired ID token is accepted: it still names its session.
  ///
  /// - Throws: `parameterValue` for a token that is not of this server, or is of another client or device.
  func logout(_ call: LogoutCall, _ context: CallContext) async throws -> EmptyReply {
    for id in try await familiesToEnd(call) {
      guard let family = try await store.family(id) else { continue }
      guard family.clientID == context.application.id else {
        throw Refusal(.parameterValue, "session-token", detail: .unknownClient)
      }
      // An ID token is also sent to other servers, so the device has to match. A session token is sent
      // only here.
      if call.sessionToken == nil {
        guard try await store.session(id)?.device ?? context.caller.device == context.caller.device
        else { throw Refusal(.parameterValue, "Authorization", detail: .deviceIncomplete) }
      }
      if try await store.revokeFamily(id, reason: "logout", at: context.now) {
        audit(
          AuditEvent(
            .revoked, ["client": family.clientID, "family": id, "user": family.userID]))
      }
    }
    return EmptyReply()
  }

  private func familiesToEnd(_ call: LogoutCall) async throws -> Set<String> {
    var families: Set<String> = []
    if let token = call.sessionToken {
      guard let token = OpaqueToken(token, as: .session) else {
        throw Refusal(.parameterValue, "session-token", detail: .badFormat)
      }
      if let (_, family) = try await store.refresh(token.digest) { families.insert(family.id) }
    }
    if let idToken = call.idToken { families.insert(try await read(idToken).familyID) }
    return families
  }
}
