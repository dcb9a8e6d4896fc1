// SPDX-License-Identifier: Apache-2.0

public import CoatcheckIssuer
public import CoatcheckJOSE
public import CoatcheckFoundation

/// Something that is given out under a random handle and taken back once.
public struct OneTimeRecord: Sendable, Equatable {
  /// What a handle is for. A handle of one kind is invalid as another.
  public struct Kind: RawRepresentable, Sendable, Hashable {
    /// The word.
    public let rawValue: String

    /// Any kind.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A challenge, with its answer.
    public static let challenge = Kind(rawValue: "challenge")
    /// The proof that a challenge was solved: `captcha_token`.
    public static let captcha = Kind(rawValue: "captcha")
    /// A sign-in that was sent to a social network: its `state`.
    public static let upstream = Kind(rawValue: "upstream")
    /// A sign-in that came back from there: its `ticket`.
    public static let ticket = Kind(rawValue: "ticket")
    /// A page that waits for its browser.
    public static let page = Kind(rawValue: "page")
    /// What a page came to.
    public static let outcome = Kind(rawValue: "outcome")
    /// A login that waits for a second factor.
    public static let secondFactor = Kind(rawValue: "second_factor")
  }

  /// What it is.
  public let kind: Kind
  /// The digest of the handle.
  public let digest: TokenDigest
  /// What it stands for; secrets in it are sealed.
  public let content: JSONObject
  /// The first moment at which it is expired.
  public let expiresAt: Date

  /// Describes something to be given out.
  public init(kind: Kind, digest: TokenDigest, content: JSONObject, expiresAt: Date) {
    self.kind = kind
    self.digest = digest
    self.content = content
    self.expiresAt = expiresAt
  }
}
