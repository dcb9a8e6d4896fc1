// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation

/// An entry of the audit log, as it is stored.
public struct AuditEntry: Sendable, Equatable {
  /// The number that the store gave it; later entries have larger numbers. 0 before it is stored.
  public let number: Int
  /// The wall clock time of the event, stored in whole milliseconds.
  public let time: Date
  /// The name of the event in lower case with underscores: `user_disabled`.
  public let event: String
  /// The operator or user that caused it; nil when this is unknown.
  public let actor: String?
  /// The identifier of the user that it is about; nil when it is not about a user.
  public let subject: String?
  /// The identifier of the client that it is about; nil when it is not about a client.
  public let client: String?
  /// The IP address that the request came from; nil when this is unknown.
  public let address: String?
  /// Further details, such as identifiers and reasons, by name. No secrets.
  public let details: [String: String]

  /// Creates an entry.
  ///
  /// - Parameters:
  ///   - number: The number of a stored entry; 0 for a new one, which gets its number from the store.
  ///   - time: The wall clock time of the event.
  ///   - event: The name of the event in lower case with underscores: `user_disabled`.
  ///   - actor: The operator or user that caused it; nil when this is unknown.
  ///   - subject: The identifier of the user that it is about; nil when it is not about a user.
  ///   - client: The identifier of the client that it is about; nil when it is not about a client.
  ///   - address: The IP address that the request came from; nil when this is unknown.
  ///   - details: Further details by name. They must not contain secrets.
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

  /// All texts in the entry, for the checks of `StoredText`.
  package var texts: [String] {
    [event] + [actor, subject, client, address].compactMap(\.self) + details.keys + details.values
  }
}

/// A filter for the entries of the audit log. An entry must satisfy all parts that are not nil; texts are
/// compared byte by byte.
public struct AuditFilter: Sendable, Equatable {
  /// The name of the event; nil for all events.
  public var event: String?
  /// The identifier of the user that the entries are about; nil for all.
  public var subject: String?
  /// The identifier of the client that the entries are about; nil for all.
  public var client: String?

  /// Creates a filter; without arguments it accepts all entries.
  ///
  /// - Parameters:
  ///   - event: The name of the event; nil for all events.
  ///   - subject: The identifier of the user that the entries are about; nil for all.
  ///   - client: The identifier of the client that the entries are about; nil for all.
  public init(event: String? = nil, subject: String? = nil, client: String? = nil) {
    self.event = event
    self.subject = subject
    self.client = client
  }
}
