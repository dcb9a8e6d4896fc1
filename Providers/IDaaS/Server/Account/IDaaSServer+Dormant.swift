// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import Foundation

/// The rule for dormant accounts: phone numbers are given to new owners after a while, so an account that
/// was unused for long is not opened by a code to one contact alone, in any kind of login.
extension IDaaSServer {
  /// The time before which the last use of an account makes it dormant.
  func dormantSince(_ context: CallContext) -> Date {
    context.now.addingTimeInterval(-settings.dormantAfter)
  }

  /// Whether an account is dormant, so that a code to one contact does not open it.
  func isDormant(_ user: User, _ context: CallContext) async throws -> Bool {
    let seen = try await store.lastSeen(of: user.id) ?? .distantPast
    return seen < dormantSince(context)
  }
}
