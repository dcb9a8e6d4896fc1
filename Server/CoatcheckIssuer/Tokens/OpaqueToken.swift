// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import Crypto

public import CoatcheckOAuth

/// A value that means something only to this issuer: a prefix that says what it is (`cc_rt_` for a refresh
/// token), 256 random bits, a checksum.
///
/// The prefix lets secret scanners find leaked ones; the checksum lets the issuer refuse a mistyped
/// or truncated one without asking the store. Only a digest of the whole value is ever stored.
public struct OpaqueToken: Sendable {
  /// What a token is.
  public enum Kind: String, Sendable, CaseIterable {
    /// A refresh token.
    case refresh = "cc_rt_"
    /// An authorization code.
    case code = "cc_ac_"
    /// The name of a pushed authorization request.
    case request = "cc_pr_"
    /// What a device asks with.
    case device = "cc_dc_"
    /// What a client reads and changes its registration with.
    case registration = "cc_ra_"
    /// A browser's sign-in, kept in its cookie.
    case login = "cc_ls_"
    /// What gets the next ID token at the interface for social login.
    case session = "cc_ss_"
    /// A login that waits, at the interface for social login: `state_token`.
    case state = "cc_st_"
    /// The proof that a captcha was solved: `captcha_token`.
    case captcha = "cc_cp_"
    /// A sign-in that came back from a social network, or from a page.
    case ticket = "cc_tk_"
    /// A page that waits for its browser.
    case page = "cc_pg_"
  }

  /// What the token is.
  public let kind: Kind
  /// The whole value as it travels.
  public let secret: Secret

  /// Makes a new one.
  ///
  /// "The probability of an attacker guessing generated tokens … MUST be less than or equal to
  /// 2^(-128) and SHOULD be less than or equal to 2^(-160)."
  /// [RFC 6749 §10.10](https://www.rfc-editor.org/rfc/rfc6749#section-10.10)
  public init(_ kind: Kind, environment: RuntimeEnvironment) {
    self.kind = kind
    let body = kind.rawValue + Base64URL.encode(environment.random(32))
    secret = Secret(body + Self.checksum(of: body))
  }

  /// Reads a presented value.
  ///
  /// - Returns: Nil unless prefix, length and checksum fit: such a value was never issued.
  public init?(_ presented: Secret, as kind: Kind) {
    let text = presented.reveal()
    guard text.utf8.count == kind.rawValue.utf8.count + 49, text.hasPrefix(kind.rawValue) else {
      return nil
    }
    let body = String(text.dropLast(6))
    guard body.utf8.count == text.utf8.count - 6,
      ConstantTime.equal(Array(Self.checksum(of: body).utf8), Array(text.utf8.suffix(6)))
    else { return nil }
    self.kind = kind
    secret = presented
  }

  /// What is stored instead of the token.
  public var digest: TokenDigest { TokenDigest(of: secret) }

  private static func checksum(of body: String) -> String {
    Base64URL.encode(Array(SHA256.hash(data: Array(body.utf8)).prefix(4)))
  }
}
