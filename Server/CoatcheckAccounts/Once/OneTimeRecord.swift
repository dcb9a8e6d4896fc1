// SPDX-License-Identifier: Apache-2.0

public import CoatcheckIssuer
public import CoatcheckJOSE
public import CoatcheckFoundation

/// Data that is stored under a random handle and can be taken once.
public struct OneTimeRecord: Sendable, Equatable {
  /// The use of a handle. A handle of one kind is invalid as another.
  public struct Kind: RawRepresentable, Sendable, Hashable {
    /// The name of the kind, as it is stored.
    public let rawValue: String

    /// Creates a kind from its name.
    ///
    /// - Parameter rawValue: The name, as it is stored.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A captcha challenge with its answer.
    public static let challenge = Kind(rawValue: "challenge")
    /// The proof that a challenge was solved: the `captcha_token`.
    public static let captcha = Kind(rawValue: "captcha")
    /// A sign-in that was sent to a social network: the handle is its `state`.
    public static let upstream = Kind(rawValue: "upstream")
    /// A sign-in that the social network returned: the handle is the `ticket`.
    public static let ticket = Kind(rawValue: "ticket")
    /// A hosted page that has not been opened by its browser.
    public static let page = Kind(rawValue: "page")
    /// The result of a hosted page.
    public static let outcome = Kind(rawValue: "outcome")
    /// A login that waits for a second factor.
    public static let secondFactor = Kind(rawValue: "second_factor")
  }

  /// The use of the handle.
  public let kind: Kind
  /// The digest of the handle. The handle itself is not stored.
  public let digest: TokenDigest
  /// The data, at most 128 KiB when serialized. Encrypt secrets before you store them.
  public let content: JSONObject
  /// The first moment at which it is expired.
  public let expiresAt: Date

  /// Creates a record.
  ///
  /// - Parameters:
  ///   - kind: The use of the handle.
  ///   - digest: The digest of the handle.
  ///   - content: The data, at most 128 KiB when serialized.
  ///   - expiresAt: The first moment at which it is expired.
  public init(kind: Kind, digest: TokenDigest, content: JSONObject, expiresAt: Date) {
    self.kind = kind
    self.digest = digest
    self.content = content
    self.expiresAt = expiresAt
  }
}
