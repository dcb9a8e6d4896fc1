// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import Foundation

extension SocialStore {
  /// Stores a record under a handle that is used repeatedly, such as that of a number or of a call.
  ///
  /// It replaces the previous record, also one that has expired and is not removed yet.
  func storeAgain(_ record: OneTimeRecord) async throws(StoreError) {
    do throws(StoreError) {
      try await keep(record)
    } catch {
      guard error.code == .invalidRecord else { throw error }
      // An expired record cannot be taken, so the time is one at which it had not expired.
      _ = try await take(record.kind, record.digest, at: Date(timeIntervalSince1970: 0))
      try await keep(record)
    }
  }
}
