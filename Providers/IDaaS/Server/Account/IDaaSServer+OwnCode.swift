// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckOAuth
import Foundation

/// Codes by which a signed-in user confirms an action.
extension IDaaSServer {
  /// Tries a code that was sent to one of a user's own phones.
  ///
  /// - Throws: What ``tryCode(_:for:type:scope:_:)`` throws; `expired` when none was sent.
  func tryOwnCode(
    _ code: Secret, of user: User, type: MessageType, scope: CodeScope, _ context: CallContext
  ) async throws {
    for contact in try await phones(of: user) {
      do {
        return try await tryCode(
          code.reveal(), for: contact, type: type, scope: scope, context)
      } catch let refusal as Refusal where refusal.code == .expired {
        // No code was sent to this phone: the next one is tried.
      }
    }
    throw Refusal(.expired, "verify_code", detail: .codeExpired)
  }

  /// The verified phone numbers of a user.
  func phones(of user: User) async throws -> [Contact] {
    try await store.contacts(of: user.id).filter { $0.kind == "phone" }
  }

  /// Whether a user has just signed in. A refresh does not count.
  func isFresh(_ session: SignedIn, _ context: CallContext) -> Bool {
    context.now.timeIntervalSince(session.authTime) <= settings.freshFor
  }
}
