// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import Crypto

public import CoatcheckOAuth

/// A token without a readable content: a prefix that tells its kind (`cc_rt_` for a refresh token), 256
/// random bits and a checksum.
///
/// The prefix lets secret scanners find leaked tokens; the checksum lets the server refuse a mistyped
/// or truncated token without a look into the store. Only a digest of the whole value is ever stored.
public struct OpaqueToken: Sendable {
  /// The kind of a token; the raw value is its prefix.
  public enum Kind: String, Sendable, CaseIterable {
    /// A refresh token.
    case refresh = "cc_rt_"
    /// An authorization code.
    case code = "cc_ac_"
    /// The random part of the `request_uri` of a pushed authorization request.
    case request = "cc_pr_"
    /// A device code.
    case device = "cc_dc_"
    /// A registration access token.
    case registration = "cc_ra_"
    /// The value of the cookie of a login session.
    case login = "cc_ls_"
    /// A session token of the interface for social login, which gets the next ID token.
    case session = "cc_ss_"
    /// The state of a sign-in that is not complete, at the interface for social login: `state_token`.
    case state = "cc_st_"
    /// The proof that a captcha was solved: `captcha_token`.
    case captcha = "cc_cp_"
    /// A sign-in that came back from a social network, or from a page.
    case ticket = "cc_tk_"
    /// A page that waits for its browser.
    case page = "cc_pg_"
  }

  /// The kind of the token.
  public let kind: Kind
  /// The whole value as it is sent.
  public let secret: Secret

  /// Creates a random token.
  ///
  /// "The probability of an attacker guessing generated tokens … MUST be less than or equal to
  /// 2^(-128) and SHOULD be less than or equal to 2^(-160)."
  /// [RFC 6749 §10.10](https://www.rfc-editor.org/rfc/rfc6749#section-10.10)
  ///
  /// - Parameters:
  ///   - kind: The kind of the token.
  ///   - environment: The source of the 32 random bytes.
  public init(_ kind: Kind, environment: RuntimeEnvironment) {
    self.kind = kind
    let body = kind.rawValue + Base64URL.encode(environment.random(32))
    secret = Secret(body + Self.checksum(of: body))
  }

  /// Reads a value that was presented. Whether it was issued is for the store to say.
  ///
  /// - Parameters:
  ///   - presented: The value as it was received.
  ///   - kind: The expected kind.
  /// - Returns: Nil unless prefix, length and checksum are valid: such a value was never issued.
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

  /// The digest under which the store finds the token. The token itself is not stored.
  public var digest: TokenDigest { TokenDigest(of: secret) }

  private static func checksum(of body: String) -> String {
    Base64URL.encode(Array(SHA256.hash(data: Array(body.utf8)).prefix(4)))
  }
}
