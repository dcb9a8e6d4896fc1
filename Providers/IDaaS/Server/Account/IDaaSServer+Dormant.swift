// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import Foundation

/// Numbers are given to others after a while, so an account that was not used for long is not opened by a code to one
/// contact alone, at whichever door.
extension IDaaSServer {
  /// An account that was used since then is its owner's.
  func dormantSince(_ context: CallContext) -> Date {
    context.now.addingTimeInterval(-settings.dormantAfter)
  }

  /// Whether a code to one contact does not open the account of a user.
  func isDormant(_ user: User, _ context: CallContext) async throws -> Bool {
    let seen = try await store.lastSeen(of: user.id) ?? .distantPast
    return seen < dormantSince(context)
  }
}
