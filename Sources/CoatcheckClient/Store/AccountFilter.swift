// SPDX-License-Identifier: Apache-2.0

/// A condition on accounts: an account matches when every property that is set here is equal to its value.
///
/// A property that is nil matches every account. Text is compared byte by byte.
public struct AccountFilter: Hashable, Sendable {
  /// The issuer identifier of the authorization server.
  public var issuer: String?
  /// The client identifier (`client_id`) at the authorization server.
  public var clientID: String?
  /// The subject of the account, as ``AccountID/subject``.
  public var subject: String?
  /// The name of the session, as ``StoredSession/name``.
  public var name: String?
  /// The name of the provider's profile, as ``StoredSession/provider``. Sessions without a profile do not
  /// match.
  public var provider: String?
  /// A label that the session must have; it may have others besides.
  public var label: String?

  /// Creates a filter. Without arguments it matches every account; nil is no condition.
  ///
  /// - Parameters:
  ///   - issuer: The issuer identifier of the authorization server.
  ///   - clientID: The client identifier (`client_id`) at the authorization server.
  ///   - subject: The subject of the account, as ``AccountID/subject``.
  ///   - name: The name of the session, as ``StoredSession/name``.
  ///   - provider: The name of the provider's profile, as ``StoredSession/provider``.
  ///   - label: A label that the session must have.
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

  /// The filter that matches every account.
  public static let all = AccountFilter()

  /// How a search term is matched, in this order: by name, else by subject, else by an
  /// issuer, else a provider.
  package static func readings(of word: String) -> [AccountFilter] {
    [
      AccountFilter(name: word), AccountFilter(subject: word), AccountFilter(issuer: word),
      AccountFilter(provider: word),
    ]
  }

  /// Whether the account of a session matches.
  public func admits(_ session: StoredSession) -> Bool {
    Self.fits(issuer, session.account.issuer) && Self.fits(clientID, session.account.clientID)
      && Self.fits(subject, session.account.subject) && Self.fits(name, session.name)
      && (provider == nil || session.provider.map { Self.fits(provider, $0) } ?? false)
      && (label == nil || session.labels.contains { Self.fits(label, $0) })
  }

  private static func fits(_ wanted: String?, _ text: String) -> Bool {
    wanted.map { $0.utf8.elementsEqual(text.utf8) } ?? true
  }

  /// The values that a store may look up in its index. Labels are not indexed.
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

/// One page of a list of sessions, for a store with more sessions than a program reads at once.
public struct StorePage: Hashable, Sendable {
  /// The last account of the page before; nil for the first page.
  public var after: AccountID?
  /// The maximum number of sessions on the page.
  public var limit: Int

  /// Creates the description of a page.
  ///
  /// - Parameters:
  ///   - after: The last account of the page before; nil for the first page.
  ///   - limit: The maximum number of sessions on the page.
  public init(after: AccountID? = nil, limit: Int) {
    self.after = after
    self.limit = limit
  }
}
