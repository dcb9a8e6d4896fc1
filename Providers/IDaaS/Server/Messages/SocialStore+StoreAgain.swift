// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import Foundation

extension SocialStore {
  /// Keeps something under a handle that comes again: of a number, or of a call.
  ///
  /// What was kept there before goes, also where it has expired and was not swept away yet.
  func storeAgain(_ record: OneTimeRecord) async throws(StoreError) {
    do throws(StoreError) {
      try await keep(record)
    } catch {
      guard error.code == .invalidRecord else { throw error }
      // At the beginning of time nothing has expired.
      _ = try await take(record.kind, record.digest, at: Date(timeIntervalSince1970: 0))
      try await keep(record)
    }
  }
}
