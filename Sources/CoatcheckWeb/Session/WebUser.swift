// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation
public import CoatcheckJOSE
import CoatcheckOAuth

/// A signed-in user of a website, with the claims of the provider.
///
/// Issuer and subject together identify the user. An e-mail address does not: another provider may
/// assign it to another user.
public struct WebUser: Sendable, Hashable {
  /// The name of the provider in this website.
  public let provider: String
  /// The issuer identifier of the provider, exactly as the provider writes it.
  public let issuer: String
  /// The identifier of the user at the issuer (`sub`), which is never reassigned.
  public let subject: String
  /// The claims of the ID token about the user, and those of the UserInfo endpoint where
  /// ``WebProvider/readsUserInfo`` is set.
  public let claims: JSONObject
  /// When the user was authenticated, by the provider's clock (`auth_time`); nil if the provider does
  /// not state it.
  public let authTime: Date?

  /// Creates a user, such as for a test.
  ///
  /// - Parameters:
  ///   - provider: The name of the provider in this website.
  ///   - issuer: The issuer identifier of the provider.
  ///   - subject: The identifier of the user at the issuer (`sub`).
  ///   - claims: The claims about the user, as a JSON object.
  ///   - authTime: When the user was authenticated; nil if unknown.
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

  /// One text for issuer and subject, separated by a space, under which the user's data can be stored.
  /// No issuer identifier contains a space.
  public var id: String { "\(issuer) \(subject)" }

  /// The authentication context class reference (`acr`); nil if the provider does not state it.
  public var acr: String? { self["acr"] }

  /// The value of a claim that is a string; nil if it is missing or of another type.
  ///
  /// - Parameter claim: The name of the claim.
  public subscript(claim: String) -> String? { claims[claim]?.stringValue }

  /// Whether a claim is this string, or an array that contains it: `user.has("admin", in: "groups")`.
  ///
  /// - Parameters:
  ///   - value: The string, compared exactly.
  ///   - claim: The name of the claim.
  public func has(_ value: String, in claim: String) -> Bool {
    switch claims[claim] {
    case .string(let text): text.isExactly(value)
    case .array(let values): values.contains { $0.stringValue?.isExactly(value) == true }
    default: false
    }
  }

  /// Whether both values name the same user at the same provider.
  func isSame(as other: WebUser) -> Bool {
    provider == other.provider && issuer.isExactly(other.issuer)
      && subject.isExactly(other.subject)
  }
}
