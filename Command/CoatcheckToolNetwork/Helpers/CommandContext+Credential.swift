// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckCommand
import CoatcheckHelpers
import CoatcheckOAuth

extension CommandContext {
  /// A session with a token that lasts; with one that is still valid, where it cannot be replaced now.
  ///
  /// - Parameters:
  ///   - stored: The session as it was read.
  ///   - form: Which token it is about.
  ///   - life: How many seconds it has to last; nil when it has to be replaced.
  /// - Throws: What the refresh throws.
  func renewed(
    _ stored: StoredSession, as form: CredentialForm, lasting life: Double?
  ) async throws -> StoredSession {
    if let life, Credential.isFresh(stored, as: form, lasting: life, now: environment.now()) {
      return stored
    }
    do {
      return try await session(stored) { try await $0.refresh() }
    } catch {
      guard life != nil, let current = try? await store.session(stored.account),
        Credential.isValid(current, as: form, now: environment.now())
      else { throw error }
      return current
    }
  }
}
