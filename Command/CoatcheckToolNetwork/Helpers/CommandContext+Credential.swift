// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckCommand
import CoatcheckHelpers
import CoatcheckOAuth

extension CommandContext {
  /// The session with a token that lasts long enough, refreshed if necessary. If the refresh fails, a token
  /// that is still valid is used.
  ///
  /// - Parameters:
  ///   - stored: The session as it was read.
  ///   - form: Which token it is about.
  ///   - life: How many seconds it has to last; nil to replace it in any case.
  /// - Throws: What the refresh throws.
  func renewed(
    _ stored: StoredSession, as form: CredentialForm, lasting life: Double?
  ) async throws -> StoredSession {
    if let life, Credential.isFresh(stored, as: form, lasting: life, now: environment.now()) {
      return stored
    }
    do {
      let current = try await session(stored) { try await $0.refresh() }
      // OpenID Connect Core §12.2: the response to a refresh "might not contain an id_token". The last one stays.
      guard form.token == .access || Credential.isValid(current, as: form, now: environment.now())
      else { throw Credential.noIDToken(current) }
      return current
    } catch {
      guard life != nil, let current = try? await store.session(stored.account),
        Credential.isValid(current, as: form, now: environment.now())
      else { throw error }
      return current
    }
  }

  /// The credential that a service returns for a session's token: the one that is kept, or a new one. Of
  /// concurrent processes, one sends the request.
  ///
  /// - Parameters:
  ///   - stored: The session as it was read.
  ///   - form: Which token the service takes.
  ///   - helper: Knows the service.
  ///   - life: How many seconds it has to last.
  /// - Throws: What the refresh, the transport and the helper throw.
  func exchanged(
    _ stored: StoredSession, as form: CredentialForm, by helper: any ExchangingHelper,
    lasting life: Double
  ) async throws -> Credential {
    let place = KeptCredential(for: helper, of: stored.account)
    return try await place.alone(environment) {
      if let kept = place.credential(lasting: life, now: environment.now()) { return kept }
      // The token only has to last for this request.
      let current = try await renewed(stored, as: form, lasting: 60)
      let (request, body) = try helper.request(with: Credential(current, as: form))
      let (head, response) = try await transport.send(request, body: body, limit: .standard)
      let credential = try helper.credential(in: head, response)
      try place.keep(credential, now: environment.now())
      return credential
    }
  }
}
