// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation

/// A user whose session lives.
struct SignedIn {
  let user: User
  let session: SocialSession
  let family: RefreshFamily

  /// When the user authenticated. No refresh changes it.
  var authTime: Date { family.authTime }
}

/// What an ID token of ours says about its session, whether it lives or not.
struct PresentedIDToken {
  let clientID: String
  let userID: String
  let familyID: String
  let expiresAt: Date
}

extension IDaaSServer {
  /// Who makes a call, by their ID token. The token alone is not enough: its session must live, at this client
  /// and on this device.
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

  /// The living session of an ID token.
  func signedIn(
    _ presented: PresentedIDToken, at now: Date, in application: TenantApplication
  ) async throws -> SignedIn {
    guard now < presented.expiresAt else {
      throw Refusal(.expired, "id_token", detail: .sessionExpired)
    }
    guard let family = try await store.family(presented.familyID) else {
      // The session of a user who is gone went with them.
      guard try await store.user(id: presented.userID) != nil else { throw Self.userGone }
      throw Self.sessionOver
    }
    return try await signedIn(family, at: now, in: application)
  }

  /// The living session of a family.
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
    // A session from before the second factor was wanted does not go on without one.
    guard application.secondFactor == nil || Self.hasSecondFactor(session.methods) else {
      _ = try await store.revokeFamily(family.id, reason: "second_factor_wanted", at: now)
      throw Refusal(.expired, "session_token", detail: .policyDenied)
    }
    return SignedIn(user: user, session: session, family: family)
  }

  /// Whether a code by SMS came on top of something else.
  static func hasSecondFactor(_ methods: [String]) -> Bool {
    methods.contains("sms") && methods.contains { $0 != "sms" }
  }

  /// Reads an ID token of ours, however old.
  ///
  /// "The Client MUST validate the signature of the ID Token": here the client is we, and no key or algorithm
  /// is taken from the token.
  func read(_ idToken: Secret) async throws -> PresentedIDToken {
    let ring = try await keys.ring()
    guard let unverified = try? UnverifiedJWT(idToken.reveal()),
      // A token of another kind which is signed with the same keys is not one.
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

  /// The user of a token is not there any more.
  static let userGone = Refusal(.userUnknown, detail: .userNotFound)
}
