// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckOAuth
import Foundation

extension IDaaSServer {
  /// Tries a code that was sent to one of a person's own phones.
  ///
  /// - Throws: what ``tryCode(_:for:type:scope:_:)`` throws; `expired` when none was sent.
  func tryOwnCode(
    _ code: Secret, of user: User, type: MessageType, scope: CodeScope, _ context: CallContext
  ) async throws {
    for contact in try await phones(of: user) {
      do {
        return try await tryCode(
          code.reveal(), for: contact, type: type, scope: scope, context)
      } catch let refusal as Refusal where refusal.code == .expired {
        // Nothing was sent to this one; perhaps to the next.
      }
    }
    throw Refusal(.expired, "verify_code", detail: .codeExpired)
  }

  /// The phones that a person proved.
  func phones(of user: User) async throws -> [Contact] {
    try await store.contacts(of: user.id).filter { $0.kind == "phone" }
  }

  /// How long after signing in a person needn't show anything else, in seconds.
  private static let freshness = 600.0

  /// Whether a person has just signed in. A refresh doesn't count.
  func isFresh(_ person: SignedIn, _ context: CallContext) -> Bool {
    context.now.timeIntervalSince(person.authTime) <= Self.freshness
  }
}
