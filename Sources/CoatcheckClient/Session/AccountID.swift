// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
import CoatcheckOAuth

/// The account of a session: a user at an issuer, as one client knows them.
///
/// All three parts count: one client id at two issuers makes two accounts, and the tokens of one
/// are never sent to the other.
public struct AccountID: Sendable {
  /// The issuer identifier of the authorization server.
  public let issuer: String
  /// The client identifier (`client_id`) at the authorization server.
  public let clientID: String
  /// The user's identifier at the authorization server, from the ID token (`sub`). Without an ID token it
  /// is the name the session was stored under; without a name, a value of this sign-in alone.
  public let subject: String

  /// Creates the identifier of an account.
  ///
  /// - Parameters:
  ///   - issuer: The issuer identifier of the authorization server.
  ///   - clientID: The client identifier (`client_id`) at the authorization server.
  ///   - subject: The user's identifier at the authorization server, or what takes its place without an ID
  ///     token.
  public init(issuer: String, clientID: String, subject: String) {
    self.issuer = issuer
    self.clientID = clientID
    self.subject = subject
  }

  /// A subject for a sign-in in which neither the provider nor the program identifies the user. It is
  /// random, so that two users of such a provider never share an account.
  static func anonymousSubject(_ environment: RuntimeEnvironment) -> String {
    anonymousPrefix + Fingerprint.hex(of: environment.random(16)).prefix(16)
  }

  /// The prefix of such subjects.
  static let anonymousPrefix = "anonymous-"

  /// A name for files: the same for the same account only, and it does not identify the user.
  package var fingerprint: String {
    let parts: JSONObject = [
      "account": .array([.string(issuer), .string(clientID), .string(subject)])
    ]
    return Fingerprint.hex(of: parts.serialized())
  }
}

extension AccountID: Hashable {
  /// Whether all three parts hold the same bytes.
  ///
  /// [OpenID Connect Core §13](https://openid.net/specs/openid-connect-core-1_0.html#StringOperations):
  /// "Unicode Normalization MUST NOT be applied at any point to either the JSON string or to the
  /// string it is to be compared against." Swift's `==` would take two forms of an é for one.
  public static func == (one: AccountID, other: AccountID) -> Bool {
    one.issuer.utf8.elementsEqual(other.issuer.utf8)
      && one.clientID.utf8.elementsEqual(other.clientID.utf8)
      && one.subject.utf8.elementsEqual(other.subject.utf8)
  }

  /// Feeds the bytes of the three parts to the hasher.
  public func hash(into hasher: inout Hasher) {
    for part in [issuer, clientID, subject] { hasher.combine(Array(part.utf8)) }
  }
}
