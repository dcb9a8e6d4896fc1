// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation
public import CoatcheckJOSE
import CoatcheckOAuth

/// A signed-in user of a website, as the provider's ID token names them.
///
/// Issuer and subject together are the user. An e-mail address is not: another provider may give it to another
/// user.
public struct WebUser: Sendable, Hashable {
  /// The name of the provider in this website.
  public let provider: String
  /// The issuer identifier.
  public let issuer: String
  /// The user's identifier at the issuer, which never becomes another's.
  public let subject: String
  /// The claims of the ID token.
  public let claims: JSONObject
  /// When the user was authenticated, if the issuer says so.
  public let authTime: Date?

  /// A user.
  public init(
    provider: String, issuer: String, subject: String, claims: JSONObject = [:],
    authTime: Date? = nil
  ) {
    self.provider = provider
    self.issuer = issuer
    self.subject = subject
    self.claims = claims
    self.authTime = authTime
  }

  /// One text for issuer and subject, to keep the user's data under. No issuer identifier has a space.
  public var id: String { "\(issuer) \(subject)" }

  /// The class in which the user was authenticated, if the issuer says so.
  public var acr: String? { self["acr"] }

  /// A claim that is a text.
  public subscript(claim: String) -> String? { claims[claim]?.stringValue }

  /// Whether a claim is this text, or a list with it: `user.has("admin", in: "groups")`.
  public func has(_ value: String, in claim: String) -> Bool {
    switch claims[claim] {
    case .string(let text): text.isExactly(value)
    case .array(let values): values.contains { $0.stringValue?.isExactly(value) == true }
    default: false
    }
  }

  /// Whether two names are of one user.
  func isSame(as other: WebUser) -> Bool {
    provider == other.provider && issuer.isExactly(other.issuer)
      && subject.isExactly(other.subject)
  }
}
