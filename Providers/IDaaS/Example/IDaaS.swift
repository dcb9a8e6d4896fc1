// SPDX-License-Identifier: Apache-2.0

import CoatcheckIDaaSProtocol
public import CoatcheckIDaaS
public import Coatcheck

/// Users sign in with Weibo, and verify a phone number the first time.
///
/// It has both integrations of the vendor's documentation: an app with its own pages asks for the number
/// and the code itself, and any other app shows the service's hosted pages.
public struct IDaaSExample: Sendable {
  let idaas: IDaaS

  /// Creates the example for an application of a tenant.
  ///
  /// - Parameters:
  ///   - domain: The tenant's origin: `https://tenant.example`.
  ///   - clientID: The client identifier of the application.
  ///   - store: The store of the sessions.
  /// - Throws: `OAuthError` with `misused` when the domain or the client identifier cannot be used.
  public init(domain: String, clientID: String, store: any TokenStore) throws {
    idaas = try IDaaS(
      IDaaSConfiguration(domain: domain, clientID: clientID), store: store)
  }

  /// Signs in with the access token of Weibo's own app.
  ///
  /// - Parameters:
  ///   - token: Weibo's access token.
  ///   - uid: Weibo's identifier of the user.
  ///   - mobile: Asks the user for a phone number.
  ///   - code: Asks the user for the code that was sent.
  /// - Returns: The session; nil when another step is required or the sign-in is denied.
  /// - Throws: ``IDaaSExampleError`` when the user enters no phone number of the tenant's countries;
  ///   otherwise the `OAuthError` of the step that failed.
  public func signIn(
    _ token: Secret, uid: String, mobile: @Sendable () async -> String,
    code: @Sendable () async -> Secret
  ) async throws -> Session? {
    switch try await idaas.signIn(weiboToken: token, uid: uid) {
    case .signedIn(let session): return session
    case .needsBinding(let pending), .needsRegistration(let pending):
      let codes = try await idaas.areaCodes()
      guard let number = codes.number(await mobile()) else { throw IDaaSExampleError.noNumber }
      let contact = ContactField.mobile(number.hyphenated)
      let proof = try await pending.captcha(for: contact, kind: .proofOfWork).work()
      try await pending.sendCode(to: contact, proof: proof)
      return try await pending.finish(contact, code: code()).session
    case .secondFactor, .confirmLink, .passwordChange, .denied: return nil
    }
  }

  /// Signs in on the service's hosted pages.
  ///
  /// - Returns: The session; nil when another step is required or the sign-in is denied.
  /// - Throws: The errors of `IDaaS.signIn(with:redirectURI:pages:storedAs:)`.
  public func signIn(on userAgent: any UserAgent) async throws -> Session? {
    try await idaas.signIn(with: userAgent).session
  }

  /// Returns the signed-in user, from a validated ID token.
  ///
  /// - Throws: The errors of `Session.accessToken()` and `IDaaS.verify(_:)`.
  public func user(_ session: Session) async throws -> IDaaSUser {
    try await idaas.verify(session.accessToken())
  }
}

/// The error that an app reports to its user.
public enum IDaaSExampleError: Error {
  /// The text is not a phone number.
  case noNumber
}
