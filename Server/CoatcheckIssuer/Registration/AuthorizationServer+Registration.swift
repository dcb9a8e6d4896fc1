// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
public import CoatcheckOAuth

extension AuthorizationServer {
  /// Registers a client ([RFC 7591 §3](https://www.rfc-editor.org/rfc/rfc7591#section-3)).
  ///
  /// - Parameters:
  ///   - request: The request as it was read.
  ///   - source: The source address. Registrations are counted per source.
  /// - Returns: The registration with the client identifier, the registration access token and the client
  ///   secret, if it has one. The secrets are not stored and cannot be read again.
  /// - Throws: The error response to send, with the outcome `refused`; nothing is registered then.
  ///   `accessDenied` with status 403: registration is closed. `credentialsMissing` and `invalidToken` with
  ///   status 401: the initial access token is missing, unknown, used up or expired.
  ///   `invalidClientMetadata` and `invalidRedirectURI`: a member that cannot be registered, named by
  ///   `parameter`. `unapprovedSoftwareStatement`: the request has one. `temporarilyUnavailable` with
  ///   status 429: too many registrations; `retryAfter` says when to retry.
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

  /// Reads, changes or removes the registration of a client
  /// ([RFC 7592 §2](https://www.rfc-editor.org/rfc/rfc7592#section-2)).
  ///
  /// - Parameters:
  ///   - request: The request as it was read. Its path ends with the client identifier.
  ///   - source: The source address. Changes are counted per source, together with registrations.
  /// - Returns: The registration as it is now, without the client secret unless a new one was issued; nil
  ///   after it was removed.
  /// - Throws: The error response to send, with the outcome `refused`; nothing is changed then.
  ///   `invalidToken`: the registration access token is not that of an active client.
  ///   `invalidClientMetadata` and `invalidRedirectURI`: a member that cannot be registered, or another
  ///   client identifier or secret than that of the registration. `temporarilyUnavailable` with status 429:
  ///   too many changes; `retryAfter` says when to retry.
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
