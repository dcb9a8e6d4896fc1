// SPDX-License-Identifier: Apache-2.0

import Crypto
public import HTTPTypes
import CoatcheckFoundation

/// Signs requests with OCLC's WSKey, version 2: HMAC-SHA256 over method and query.
///
/// ```swift
/// let signer = WSKeySigner(clientID: key, secret: secret)
/// try signer.sign(&request, environment: .live)
/// ```
///
/// The signature is over the query, so sign when the address is final. Neither the host nor the path nor the
/// body is covered by it: that is how the service has it, and why the request needs TLS.
/// It is a value; make it once and use it from any thread.
public struct WSKeySigner: Sendable {
  /// The client's id: the WSKey.
  public let clientID: String
  /// The key and a line feed: what each text begins with.
  private let start: [UInt8]
  /// What each field begins with.
  private let opening: [UInt8]
  /// The hash with the secret in it already: half of the work for a short text.
  private let primed: HMAC<SHA256>
  /// What is wrong with the key or the secret.
  private let fault: OAuthError?

  /// The field's value begins with this, which is the name of the scheme and no address to call.
  static let scheme = "http://www.worldcat.org/wskey/v2/hmac/v1"

  /// A signer.
  ///
  /// - Parameters:
  ///   - clientID: The WSKey.
  ///   - secret: Its secret.
  public init(clientID: String, secret: Secret) {
    self.clientID = clientID
    start = Array(clientID.utf8) + [0x0A]
    opening = Array("\(Self.scheme) clientId=\"\(clientID)\", timestamp=\"".utf8)
    primed = HMAC<SHA256>(key: SymmetricKey(data: Array(secret.reveal().utf8)))
    if !Self.canBeQuoted(clientID) {
      fault = .misused(
        "client_id", "The WSKey is empty, or holds quotes or other forbidden characters.")
    } else if secret.isEmpty {
      fault = .misused("client_secret", "The secret of the WSKey is empty.")
    } else {
      fault = nil
    }
  }

  /// Puts the signature on a request, whose address is final.
  ///
  /// - Parameters:
  ///   - head: The request. Its `Authorization` field is replaced.
  ///   - principal: On whose behalf it is sent; left out where the query says so itself. It isn't part of
  ///     what is signed.
  ///   - environment: The time, and 128 random bits that make the signature usable once.
  /// - Throws: `misused` naming `client_id`, `client_secret` or `request`, when they can't be signed with.
  public func sign(
    _ head: inout HTTPRequest, for principal: WSKeyPrincipal? = nil, environment: RuntimeEnvironment
  ) throws(OAuthError) {
    let seconds = environment.now().timeIntervalSince1970.rounded(.down)
    guard let timestamp = Int(exactly: seconds) else {
      throw .misused("environment", "The clock shows no time.")
    }
    head.headerFields[.authorization] = try field(
      for: head, principal, at: timestamp, nonce: Self.hex(environment.random(16)))
  }

  /// The value of the `Authorization` field, for a time and a nonce of your own.
  ///
  /// - Parameters:
  ///   - head: The request.
  ///   - principal: On whose behalf it is sent.
  ///   - timestamp: Seconds since 1970. The service takes a difference of five minutes.
  ///   - nonce: A text that is used for one request only.
  /// - Throws: As ``sign(_:for:environment:)``.
  public func field(
    for head: HTTPRequest, principal: WSKeyPrincipal? = nil, timestamp: Int, nonce: String
  ) throws(OAuthError) -> String {
    guard Self.canBeQuoted(nonce) else {
      throw .misused("nonce", "The nonce is empty, or holds quotes or other forbidden characters.")
    }
    return try field(for: head, principal, at: timestamp, nonce: Array(nonce.utf8))
  }

  private func field(
    for head: HTTPRequest, _ principal: WSKeyPrincipal?, at timestamp: Int, nonce: [UInt8]
  ) throws(OAuthError) -> String {
    if let fault { throw fault }
    let time = Array("\(timestamp)".utf8)
    let message = try WSKeyMessage(
      start: start, timestamp: time, nonce: nonce, method: head.method.rawValue.uppercased(),
      target: head.path ?? "")
    // What is in quotes was looked at before.
    var value: [UInt8] = []
    value.reserveCapacity(384)
    value += opening
    value += time
    value += Self.nonce
    value += nonce
    value += Self.signature
    value += signature(over: message.bytes).utf8
    value.append(0x22)
    if let principal, !message.namesPrincipal {
      value += ", principalID=\"\(principal.id)\", principalIDNS=\"\(principal.namespace)\"".utf8
    }
    return String(decoding: value, as: UTF8.self)
  }

  private static let nonce = Array("\", nonce=\"".utf8)
  private static let signature = Array("\", signature=\"".utf8)

  private func signature(over bytes: [UInt8]) -> String {
    var hash = primed
    hash.update(data: bytes)
    return hash.finalize().withUnsafeBytes { Data($0).base64EncodedString() }
  }

  private static let digits = Array("0123456789abcdef".utf8)

  private static func hex(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(2 * bytes.count)
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return text
  }

  /// Whether a text may stand between quotes in the field: visible ASCII and spaces, no `"` and no `\`, so
  /// that nothing else can be slipped into the field by it.
  static func canBeQuoted(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { (0x20...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C }
  }
}
