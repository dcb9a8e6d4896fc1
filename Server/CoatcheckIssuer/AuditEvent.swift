// SPDX-License-Identifier: Apache-2.0

/// Something an operator may have to explain later.
///
/// Details are identifiers (client, user, family) and reasons. Never a secret, a token or a code.
public struct AuditEvent: Sendable, Equatable {
  /// What happened. An open list, so that embedders can add their own.
  public struct Name: RawRepresentable, Hashable, Sendable {
    /// The name as it stands in a log: lower case with underscores.
    public let rawValue: String

    /// Wraps a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A user signed in at the pages.
    public static let loginSucceeded = Name(rawValue: "login_succeeded")
    /// A password was wrong, or the user unknown.
    public static let loginFailed = Name(rawValue: "login_failed")
    /// A user or address tried too often.
    public static let loginThrottled = Name(rawValue: "login_throttled")
    /// A user allowed a client its scopes.
    public static let consentGiven = Name(rawValue: "consent_given")
    /// A user turned a client down.
    public static let consentDenied = Name(rawValue: "consent_denied")
    /// A client could not authenticate.
    public static let clientRefused = Name(rawValue: "client_refused")
    /// A client sent too many wrong secrets.
    public static let clientThrottled = Name(rawValue: "client_throttled")
    /// Too many wrong codes of devices came from one address.
    public static let userCodeThrottled = Name(rawValue: "user_code_throttled")
    /// A client registered itself, or changed its registration.
    public static let clientRegistered = Name(rawValue: "client_registered")
    /// A client ended its registration.
    public static let clientRemoved = Name(rawValue: "client_removed")
    /// A request for administration came without a token for it.
    public static let administrationRefused = Name(rawValue: "administration_refused")
    /// Tokens were issued.
    public static let tokensIssued = Name(rawValue: "tokens_issued")
    /// A used code came back with everything else right: its family is revoked.
    public static let codeReuse = Name(rawValue: "code_reuse")
    /// A used refresh token came back outside its window: its family is revoked.
    public static let refreshReuse = Name(rawValue: "refresh_reuse")
    /// A refresh token was presented by a client it was not issued to.
    public static let refreshWrongClient = Name(rawValue: "refresh_wrong_client")
    /// A family was revoked because its client asked.
    public static let revoked = Name(rawValue: "revoked")
    /// The server failed in another way; the details hold the reason, which the client does not receive.
    public static let serverFailed = Name(rawValue: "server_failed")
    /// The store did not answer.
    public static let storeUnavailable = Name(rawValue: "store_unavailable")
  }

  /// What happened.
  public let name: Name
  /// The client, the user and the reason.
  public let details: [String: String]

  /// Records an event.
  public init(_ name: Name, _ details: [String: String] = [:]) {
    self.name = name
    self.details = details
  }
}
