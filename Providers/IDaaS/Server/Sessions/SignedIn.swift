// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation

/// A user with an active session.
struct SignedIn {
  let user: User
  let session: SocialSession
  let family: RefreshFamily

  /// When the user authenticated. No refresh changes it.
  var authTime: Date { family.authTime }
}

/// The session that an ID token of this server names, whether active or not.
struct PresentedIDToken {
  let clientID: String
  let userID: String
  let familyID: String
  let expiresAt: Date
}

extension IDaaSServer {
  /// The user of a call, by the ID token. The token alone is not enough: its session must be active, at
  /// this client and on this device.
  ///
  /// - Throws: `parameterValue`, `expired` or `userUnknown`.
  func signedIn(by idToken: Secret, _ context: CallContext) async throws -> SignedIn {
    let presented = try await read(idToken)
    guard presented.clientID == context.application.id else {
      throw Refusal(.parameterValue, "Authorization", detail: .unknownClient)
    }
    let alive = try await signedIn(presented, at: context.now, in: context.application)
    guard alive.session.device == context.caller.device else {
      throw Refusal(.parameterValue, "Authorization", detail: .deviceIncomplete)
    }
    return alive
  }

  /// The active session of an ID token.
  func signedIn(
    _ presented: PresentedIDToken, at now: Date, in application: TenantApplication
  ) async throws -> SignedIn {
    guard now < presented.expiresAt else {
      throw Refusal(.expired, "id_token", detail: .sessionExpired)
    }
    guard let family = try await store.family(presented.familyID) else {
      // The sessions of a removed user are removed too: the error names the user.
      guard try await store.user(id: presented.userID) != nil else { throw Self.userGone }
      throw Self.sessionOver
    }
    return try await signedIn(family, at: now, in: application)
  }

  /// The active session of a family.
  func signedIn(_ family: RefreshFamily, _ context: CallContext) async throws -> SignedIn {
    try await signedIn(family, at: context.now, in: context.application)
  }

  private func signedIn(
    _ family: RefreshFamily, at now: Date, in application: TenantApplication
  ) async throws -> SignedIn {
    guard let user = try await store.user(id: family.userID) else { throw Self.userGone }
    guard family.revokedAt == nil, now < family.absoluteExpiry,
      let session = try await store.session(family.id)
    else { throw Self.sessionOver }
    guard user.standing == .active else {
      _ = try await store.revokeFamily(family.id, reason: "user_disabled", at: now)
      throw Refusal(.expired, "session_token", detail: .userLocked)
    }
    // A session that was opened before the application required a second factor is refused.
    guard application.secondFactor == nil || Self.hasSecondFactor(session.methods) else {
      _ = try await store.revokeFamily(family.id, reason: "second_factor_wanted", at: now)
      throw Refusal(.expired, "session_token", detail: .policyDenied)
    }
    return SignedIn(user: user, session: session, family: family)
  }

  /// Whether the methods contain a code by SMS besides another method.
  static func hasSecondFactor(_ methods: [String]) -> Bool {
    methods.contains("sms") && methods.contains { $0 != "sms" }
  }

  /// Reads an ID token of this server, also an expired one.
  ///
  /// "The Client MUST validate the signature of the ID Token": here the server is the client, and no key
  /// or algorithm is taken from the token.
  func read(_ idToken: Secret) async throws -> PresentedIDToken {
    let ring = try await keys.ring()
    guard let unverified = try? UnverifiedJWT(idToken.reveal()),
      // Other kinds of tokens that are signed with the same keys are refused.
      unverified.header.hasType("JWT"),
      let jwt = try? unverified.verified(
        by: ring.verification, accepting: Set(settings.readAlgorithms)),
      jwt.claims["iss"]?.stringValue == settings.issuer,
      let audience = jwt.claims["aud"]?.stringValue, let subject = jwt.claims["sub"]?.stringValue,
      let family = jwt.claims["sid"]?.stringValue, let expires = jwt.claims["exp"]?.doubleValue
    else { throw Refusal(.parameterValue, "id_token", detail: .signatureBad) }
    return PresentedIDToken(
      clientID: audience, userID: subject, familyID: family,
      expiresAt: Date(timeIntervalSince1970: expires))
  }

  /// The user of a token was removed.
  static let userGone = Refusal(.userUnknown, detail: .userNotFound)
}
