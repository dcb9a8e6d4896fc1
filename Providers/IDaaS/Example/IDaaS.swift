// SPDX-License-Identifier: Apache-2.0

import CoatcheckIDaaSProtocol
public import CoatcheckIDaaS
public import Coatcheck

/// Users sign in with Weibo, and prove a phone number the first time.
///
/// The old document's two integrations are one here: an app with pages of its own asks for the number and the
/// code itself, and any other has the service's pages shown.
public struct IDaaSExample: Sendable {
  let idaas: IDaaS

  /// An application of a tenant.
  public init(domain: String, clientID: String, store: any TokenStore) throws {
    idaas = try IDaaS(
      IDaaSConfiguration(domain: domain, clientID: clientID), store: store)
  }

  /// Signs a user in with what Weibo's app gave.
  ///
  /// - Parameters:
  ///   - token: Weibo's token.
  ///   - uid: Whose it is.
  ///   - mobile: Asks the user for a phone number.
  ///   - code: Asks the user for the code that was sent.
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

  /// Signs a user in on the service's own pages.
  public func signIn(on userAgent: any UserAgent) async throws -> Session? {
    try await idaas.signIn(with: userAgent).session
  }

  /// Who is signed in, by an ID token that is valid now.
  public func user(_ session: Session) async throws -> IDaaSUser {
    try await idaas.verify(session.accessToken())
  }
}

/// What an app tells its user.
public enum IDaaSExampleError: Error {
  /// That is no phone number.
  case noNumber
}
