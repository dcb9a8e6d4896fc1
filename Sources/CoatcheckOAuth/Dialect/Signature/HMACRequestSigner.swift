// SPDX-License-Identifier: Apache-2.0

import Crypto
public import HTTPTypes
import CoatcheckFoundation

/// Signs requests with the client secret by HMAC-SHA256 over method and query.
///
/// ```swift
/// let signer = HMACRequestSigner(clientID: id, secret: secret, scheme: scheme)
/// try signer.sign(&request, environment: .live)
/// ```
///
/// The signature is over the query, so sign when the address is final. It does not cover host, path and
/// body, so the request needs TLS.
/// It is a value; make it once and use it from any thread.
public struct HMACRequestSigner: Sendable {
  /// The client id, which is in the signed text and in the field.
  public let clientID: String
  /// The scheme of the `Authorization` field.
  public let scheme: HMACSignatureScheme
  private let prefix: HMACSignedText.Prefix
  /// The beginning of the field, which is the same for every request.
  private let opening: [UInt8]
  /// The HMAC state after the key was processed. That is half of the work for a short text.
  private let primed: HMAC<SHA256>
  /// The error that is thrown when a request is signed; nil when client id and secret are valid.
  private let fault: OAuthError?

  /// Creates a signer. An invalid client id or secret is reported when a request is signed.
  ///
  /// - Parameters:
  ///   - clientID: The client id: visible ASCII characters and spaces, without `"` and `\`.
  ///   - secret: The client secret, which must not be empty. The bytes of its UTF-8 text are the key.
  ///   - scheme: The scheme of the `Authorization` field.
  public init(clientID: String, secret: Secret, scheme: HMACSignatureScheme) {
    self.clientID = clientID
    self.scheme = scheme
    prefix = HMACSignedText.Prefix(clientID: clientID, scheme: scheme)
    opening = Array("\(scheme.name) clientId=\"\(clientID)\", timestamp=\"".utf8)
    primed = HMAC<SHA256>(key: SymmetricKey(data: Array(secret.reveal().utf8)))
    if !Self.canBeQuoted(clientID) {
      fault = .misused(
        "client_id", "The client id is empty, or holds quotes or other forbidden characters.")
    } else if secret.isEmpty {
      fault = .misused("client_secret", "The client secret is empty.")
    } else {
      fault = nil
    }
  }

  /// Signs a request, whose address is final.
  ///
  /// - Parameters:
  ///   - head: The request. Its `Authorization` field is replaced.
  ///   - principal: The user on whose behalf the request is sent; nil for none. It is left out where the
  ///     query names the user. The signature does not cover it.
  ///   - environment: The time, and 128 random bits that make the signature usable once.
  /// - Throws: `misused`, ``OAuthError/Code/invalidArgument``: naming `client_id` or `client_secret` when
  ///   it is invalid, `request` when the query is not well encoded, or `environment` when its clock shows
  ///   no time. The request is unchanged then.
  public func sign(
    _ head: inout HTTPRequest, for principal: HMACSignaturePrincipal? = nil,
    environment: RuntimeEnvironment
  ) throws(OAuthError) {
    let seconds = environment.now().timeIntervalSince1970.rounded(.down)
    guard let timestamp = Int(exactly: seconds) else {
      throw .misused("environment", "The clock shows no time.")
    }
    head.headerFields[.authorization] = try field(
      for: head, principal, at: timestamp, nonce: Self.hex(environment.random(16)))
  }

  /// The value of the `Authorization` field, for a given time and nonce.
  ///
  /// - Parameters:
  ///   - head: The request, whose method and query are signed.
  ///   - principal: The user on whose behalf the request is sent; nil for none.
  ///   - timestamp: Seconds since 1970. The service accepts a difference of five minutes.
  ///   - nonce: A text that is used for one request only: visible ASCII characters and spaces, without
  ///     `"` and `\`.
  /// - Throws: `misused`, ``OAuthError/Code/invalidArgument``: naming `client_id`, `client_secret` or
  ///   `nonce` when it is empty or holds forbidden characters, or `request` when the query is not well
  ///   encoded.
  public func field(
    for head: HTTPRequest, principal: HMACSignaturePrincipal? = nil, timestamp: Int, nonce: String
  ) throws(OAuthError) -> String {
    guard Self.canBeQuoted(nonce) else {
      throw .misused("nonce", "The nonce is empty, or holds quotes or other forbidden characters.")
    }
    return try field(for: head, principal, at: timestamp, nonce: Array(nonce.utf8))
  }

  private func field(
    for head: HTTPRequest, _ principal: HMACSignaturePrincipal?, at timestamp: Int, nonce: [UInt8]
  ) throws(OAuthError) -> String {
    if let fault { throw fault }
    let time = Array("\(timestamp)".utf8)
    let message = try HMACSignedText(
      prefix: prefix, timestamp: time, nonce: nonce, method: head.method.rawValue.uppercased(),
      target: head.path ?? "")
    // The values between quotes were validated above.
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
      value += ", \(scheme.principalField)=\"\(principal.id)\"".utf8
      value += ", \(scheme.namespaceField)=\"\(principal.namespace)\"".utf8
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

  /// Whether a text can be a quoted value in the field: visible ASCII and spaces, without `"` and `\`, so
  /// that a value cannot add another parameter.
  static func canBeQuoted(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { (0x20...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C }
  }
}
