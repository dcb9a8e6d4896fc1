// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
public import CoatcheckOAuth

extension AuthorizationServer {
  /// Registers a client.
  ///
  /// - Parameters:
  ///   - request: The request, as it was read.
  ///   - source: Where the request came from; registrations are counted per source.
  /// - Throws: The refusal to write.
  public func register(
    _ request: RegistrationExchange.Received, from source: String
  ) async throws(OAuthError) -> ClientRegistration {
    guard request.softwareStatement == nil else {
      throw .refused(
        .unapprovedSoftwareStatement, "Software statements are not accepted.",
        parameter: "software_statement")
    }
    var attempt = RegistrationAttempt(
      metadata: request.metadata, token: request.initialAccessToken, clientID: nil, source: source)
    do {
      for rule in Pipeline.register { try await rule.apply(to: &attempt, by: self) }
      return try established(attempt.registration, "registration")
    } catch { throw known(error) }
  }

  /// Shows a registration, changes it, or ends it.
  ///
  /// - Parameters:
  ///   - request: The request, as it was read.
  ///   - source: Where the request came from.
  /// - Returns: The registration as it is now; nil after it was ended.
  /// - Throws: The refusal to write.
  public func configure(
    _ request: ClientConfigurationExchange.Received, from source: String
  ) async throws(OAuthError) -> ClientRegistration? {
    let id = request.path.split(separator: "/").last.map(String.init)
    let metadata =
      if case .update(let metadata) = request.operation { metadata } else { ClientMetadata() }
    var attempt = RegistrationAttempt(
      metadata: metadata, token: request.accessToken, clientID: id, source: source)
    do {
      try await VerifyRegistrationToken().apply(to: &attempt, by: self)
      let client = attempt.client
      switch request.operation {
      case .read:
        return try client.registration(secret: nil, token: request.accessToken, at: settings.issuer)
      case .delete:
        // "the authorization server SHOULD immediately invalidate all existing authorization grants and
        // currently active access tokens". https://www.rfc-editor.org/rfc/rfc7592#section-2.3
        _ = try await store.removeClient(client.id, at: environment.now())
        audit(AuditEvent(.clientRemoved, ["client": client.id]))
        return nil
      case .update:
        try check(request, of: client)
        for rule in Pipeline.configure { try await rule.apply(to: &attempt, by: self) }
      }
      return try established(attempt.registration, "registration")
    } catch { throw known(error) }
  }

  /// "the client_id … MUST be the same", "If the client includes the "client_secret" field in the request,
  /// the value of this field MUST match the currently issued client secret for that client."
  /// [RFC 7592 §2.2](https://www.rfc-editor.org/rfc/rfc7592#section-2.2)
  private func check(
    _ request: ClientConfigurationExchange.Received, of client: RegisteredClient
  ) throws(OAuthError) {
    guard request.clientID?.isExactly(client.id) == true else {
      throw .refused(
        .invalidClientMetadata, "A registration keeps its client id.", parameter: "client_id")
    }
    guard let secret = request.clientSecret else { return }
    guard let digest = client.secretDigest,
      ConstantTime.equal(digest.bytes, TokenDigest(of: secret).bytes)
    else {
      throw .refused(
        .invalidClientMetadata, "The client secret is wrong.", parameter: "client_secret")
    }
  }
}
