// SPDX-License-Identifier: Apache-2.0
import CoatcheckFoundation

// Records as all stores return them: with times in whole milliseconds. A store that keeps Swift values
// applies `stored` to them; a store with columns gets the same result by storing integers.

extension Date {
  /// The same moment in whole milliseconds.
  fileprivate var stored: Date { StoredTime(self).date }
}

extension AuthorizationCodeRecord {
  /// The code as a store returns it.
  package var stored: AuthorizationCodeRecord {
    AuthorizationCodeRecord(
      digest: digest, clientID: clientID, userID: userID, redirectURI: redirectURI, scopes: scopes,
      nonce: nonce, codeChallenge: codeChallenge, authTime: authTime.stored,
      issuedAt: issuedAt.stored, expiresAt: expiresAt.stored, sessionID: sessionID,
      context: context)
  }
}

extension RefreshFamily {
  /// The family as a store returns it.
  package var stored: RefreshFamily {
    RefreshFamily(
      id: id, clientID: clientID, userID: userID, scopes: scopes, createdAt: createdAt.stored,
      absoluteExpiry: absoluteExpiry.stored, authTime: authTime.stored, nonce: nonce,
      revokedAt: revokedAt?.stored, revocationReason: revocationReason, sessionID: sessionID,
      context: context)
  }

  /// The same family, revoked. A revoked family keeps its first time and reason.
  package func revoked(_ reason: String, at now: StoredTime) -> RefreshFamily {
    guard revokedAt == nil else { return self }
    return RefreshFamily(
      id: id, clientID: clientID, userID: userID, scopes: scopes, createdAt: createdAt,
      absoluteExpiry: absoluteExpiry, authTime: authTime, nonce: nonce, revokedAt: now.date,
      revocationReason: reason, sessionID: sessionID, context: context)
  }
}

extension RefreshRecord {
  /// The token as a store keeps it in a family: it expires with the family, at the latest.
  package func stored(in family: RefreshFamily, generation: Int) -> RefreshRecord {
    RefreshRecord(
      digest: digest, familyID: family.id, generation: generation, issuedAt: issuedAt.stored,
      expiresAt: min(expiresAt, family.absoluteExpiry).stored)
  }
}

extension LoginSession {
  /// The session as a store returns it.
  package var stored: LoginSession {
    LoginSession(
      digest: digest, userID: userID, authTime: authTime.stored, expiresAt: expiresAt.stored,
      sid: sid)
  }
}

extension RegisteredClient {
  /// The client as a store returns it.
  package var stored: RegisteredClient {
    var client = self
    client.registeredAt = registeredAt?.stored
    return client
  }
}

extension PushedRequest {
  /// The pushed request as a store returns it.
  package var stored: PushedRequest {
    PushedRequest(
      digest: digest, clientID: clientID, parameters: parameters, jkt: jkt,
      expiresAt: expiresAt.stored, retainedUntil: retainedUntil.stored)
  }
}

extension DeviceRecord {
  /// The device authorization as a store returns it.
  package var stored: DeviceRecord {
    DeviceRecord(
      digest: digest, userCode: userCode, clientID: clientID, scopes: scopes, context: context,
      issuedAt: issuedAt.stored, expiresAt: expiresAt.stored, interval: interval, state: state)
  }
}

extension DeviceApproval {
  /// The approval as a store returns it.
  package var stored: DeviceApproval {
    DeviceApproval(
      userID: userID, scopes: scopes, authTime: authTime.stored, sessionID: sessionID)
  }
}
