// SPDX-License-Identifier: Apache-2.0

/// Which accounts are wanted: those of which everything that is given here is true.
public struct AccountFilter: Hashable, Sendable {
  /// The issuer identifier.
  public var issuer: String?
  /// The client's id at the issuer.
  public var clientID: String?
  /// The user's identifier at the issuer.
  public var subject: String?
  /// The account's name.
  public var name: String?
  /// The name of the provider.
  public var provider: String?
  /// One of the account's labels.
  public var label: String?

  /// A filter.
  public init(
    issuer: String? = nil, clientID: String? = nil, subject: String? = nil, name: String? = nil,
    provider: String? = nil, label: String? = nil
  ) {
    self.issuer = issuer
    self.clientID = clientID
    self.subject = subject
    self.name = name
    self.provider = provider
    self.label = label
  }

  /// Every account.
  public static let all = AccountFilter()

  /// How a search term is matched, in this order: by name, else by subject, else by an
  /// issuer, else a provider.
  package static func readings(of word: String) -> [AccountFilter] {
    [
      AccountFilter(name: word), AccountFilter(subject: word), AccountFilter(issuer: word),
      AccountFilter(provider: word),
    ]
  }

  /// Whether it lets the account of this session through. Text is compared byte by byte.
  public func admits(_ session: StoredSession) -> Bool {
    Self.fits(issuer, session.account.issuer) && Self.fits(clientID, session.account.clientID)
      && Self.fits(subject, session.account.subject) && Self.fits(name, session.name)
      && (provider == nil || session.provider.map { Self.fits(provider, $0) } ?? false)
      && (label == nil || session.labels.contains { Self.fits(label, $0) })
  }

  private static func fits(_ wanted: String?, _ text: String) -> Bool {
    wanted.map { $0.utf8.elementsEqual(text.utf8) } ?? true
  }

  /// What a store may look up in an index of its own; labels are in none.
  var index: [String: String] {
    var index: [String: String] = [:]
    index["issuer"] = issuer
    index["client_id"] = clientID
    index["subject"] = subject
    index["name"] = name
    index["provider"] = provider
    return index
  }
}

/// Some of a great many sessions.
public struct StorePage: Hashable, Sendable {
  /// The last account of the page before; nil for the first page.
  public var after: AccountID?
  /// How many sessions there are on the page at most.
  public var limit: Int

  /// A page.
  public init(after: AccountID? = nil, limit: Int) {
    self.after = after
    self.limit = limit
  }
}
