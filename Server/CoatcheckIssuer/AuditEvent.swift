// SPDX-License-Identifier: Apache-2.0

/// An entry for the audit log: something that happened at the authorization server and that an operator may
/// have to explain later.
///
/// Details are identifiers (client, user, family) and reasons. Never a secret, a token or a code.
public struct AuditEvent: Sendable, Equatable {
  /// The name of an event. The list is open: an application that embeds the server can add its own names.
  public struct Name: RawRepresentable, Hashable, Sendable {
    /// The name as it stands in a log: lower case with underscores.
    public let rawValue: String

    /// Creates a name.
    ///
    /// - Parameter rawValue: The name as it stands in a log: lower case with underscores.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A user signed in at the pages.
    public static let loginSucceeded = Name(rawValue: "login_succeeded")
    /// A password was wrong, or the user unknown.
    public static let loginFailed = Name(rawValue: "login_failed")
    /// A user or address tried too often.
    public static let loginThrottled = Name(rawValue: "login_throttled")
    /// A user approved the scopes that a client requests.
    public static let consentGiven = Name(rawValue: "consent_given")
    /// A user denied a client its scopes.
    public static let consentDenied = Name(rawValue: "consent_denied")
    /// A client could not authenticate.
    public static let clientRefused = Name(rawValue: "client_refused")
    /// A client sent too many wrong secrets.
    public static let clientThrottled = Name(rawValue: "client_throttled")
    /// One address sent too many user codes of the device authorization grant.
    public static let userCodeThrottled = Name(rawValue: "user_code_throttled")
    /// A client registered itself, or changed its registration.
    public static let clientRegistered = Name(rawValue: "client_registered")
    /// A client ended its registration.
    public static let clientRemoved = Name(rawValue: "client_removed")
    /// A request to the administration API had no access token that allows it.
    public static let administrationRefused = Name(rawValue: "administration_refused")
    /// Tokens were issued.
    public static let tokensIssued = Name(rawValue: "tokens_issued")
    /// An authorization code that was used before was presented again, by its own client and with valid
    /// parameters: its family is revoked.
    public static let codeReuse = Name(rawValue: "code_reuse")
    /// A refresh token that was used before was presented after its grace period: its family is revoked.
    public static let refreshReuse = Name(rawValue: "refresh_reuse")
    /// A refresh token was presented by a client it was not issued to.
    public static let refreshWrongClient = Name(rawValue: "refresh_wrong_client")
    /// A client revoked a family of tokens at the revocation endpoint.
    public static let revoked = Name(rawValue: "revoked")
    /// The server failed in another way; the details hold the reason, which the client does not receive.
    public static let serverFailed = Name(rawValue: "server_failed")
    /// The store or the directory could not be used; the client receives status 503.
    public static let storeUnavailable = Name(rawValue: "store_unavailable")
  }

  /// What happened.
  public let name: Name
  /// More about the event, by name: `client`, `user` and `family` are identifiers, `from` is the source
  /// address, `reason` is a word or sentence for the operator.
  public let details: [String: String]

  /// Creates an event. Nothing is logged by that.
  ///
  /// - Parameters:
  ///   - name: What happened.
  ///   - details: Identifiers and reasons by name, such as `client` and `user`. Empty unless given. It must
  ///     not hold a secret, a token or a code.
  public init(_ name: Name, _ details: [String: String] = [:]) {
    self.name = name
    self.details = details
  }
}

extension AuditEvent {
  /// The event for an error of the store or of the directory, with its type and, if it is known to hold no stored
  /// value, its reason.
  package static func storeUnavailable(
    _ error: any Error, _ details: [String: String] = [:]
  ) -> AuditEvent {
    var details = details
    details["error"] = String(describing: type(of: error))
    // The description of another error may quote what was to be stored.
    if let failure = error as? StoreError { details["reason"] = failure.reason }
    return AuditEvent(.storeUnavailable, details)
  }
}
