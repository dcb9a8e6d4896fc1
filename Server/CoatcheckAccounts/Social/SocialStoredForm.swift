// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoatcheckFoundation

// Records as all stores return them: with times in whole milliseconds.

extension Date {
  /// The same moment in whole milliseconds.
  fileprivate var stored: Date { StoredTime(self).date }
}

extension OneTimeRecord {
  /// The record as a store returns it.
  package var stored: OneTimeRecord {
    OneTimeRecord(kind: kind, digest: digest, content: content, expiresAt: expiresAt.stored)
  }
}

extension OneTimeCode {
  /// The code as a store returns it.
  package var stored: OneTimeCode { with(tries: tries) }

  /// The same code with this number of attempts left.
  package func with(tries: Int) -> OneTimeCode {
    OneTimeCode(
      key: key, digest: digest, device: device, sentAt: sentAt.stored, expiresAt: expiresAt.stored,
      tries: tries)
  }
}

extension PendingBinding {
  /// The pending login as a store returns it.
  package var stored: PendingBinding { with(wrongCodes: wrongCodes, proved: proved) }

  /// The same login with this number of wrong codes and this verified contact.
  package func with(wrongCodes: Int, proved: Contact?) -> PendingBinding {
    PendingBinding(
      digest: digest, clientID: clientID, device: device, identity: identity, purpose: purpose,
      nickname: nickname, avatar: avatar, createdAt: createdAt.stored, expiresAt: expiresAt.stored,
      wrongCodes: wrongCodes, proved: proved)
  }
}

extension SocialLink {
  /// The link as a store returns it.
  package var stored: SocialLink {
    SocialLink(
      id: id, identity: identity, userID: userID, nickname: nickname, avatar: avatar,
      createdAt: createdAt.stored, lastUsedAt: lastUsedAt.stored,
      revokedUpstreamAt: revokedUpstreamAt?.stored)
  }
}
