// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation

/// One line of the audit log, as it is kept to be read later.
public struct AuditEntry: Sendable, Equatable {
  /// Its number in the store: a later entry has a greater one. 0 before it is stored.
  public let number: Int
  /// When it happened.
  public let time: Date
  /// What happened, in lower case with underscores: `user_disabled`.
  public let event: String
  /// Who did it; nil where it is not known.
  public let actor: String?
  /// Which user it was about.
  public let subject: String?
  /// Which client it was about.
  public let client: String?
  /// Where the request came from.
  public let address: String?
  /// What else is known: identifiers and reasons, and no secret.
  public let details: [String: String]

  /// Describes an entry.
  public init(
    number: Int = 0, time: Date, event: String, actor: String? = nil, subject: String? = nil,
    client: String? = nil, address: String? = nil, details: [String: String] = [:]
  ) {
    self.number = number
    self.time = time
    self.event = event
    self.actor = actor
    self.subject = subject
    self.client = client
    self.address = address
    self.details = details
  }

  /// The entry under another number, with its time in whole milliseconds.
  package func stored(_ number: Int, at time: Date) -> AuditEntry {
    AuditEntry(
      number: number, time: time, event: event, actor: actor, subject: subject, client: client,
      address: address, details: details)
  }

  /// All texts in it.
  package var texts: [String] {
    [event] + [actor, subject, client, address].compactMap(\.self) + details.keys + details.values
  }
}

/// Which entries of the audit log a list has.
public struct AuditFilter: Sendable, Equatable {
  /// The event; nil for all.
  public var event: String?
  /// The user they are about; nil for all.
  public var subject: String?
  /// The client they are about; nil for all.
  public var client: String?

  /// Describes a filter; of all entries unless something is given.
  public init(event: String? = nil, subject: String? = nil, client: String? = nil) {
    self.event = event
    self.subject = subject
    self.client = client
  }
}
