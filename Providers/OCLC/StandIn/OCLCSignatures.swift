// SPDX-License-Identifier: Apache-2.0
import CoatcheckTesting
import CoatcheckOCLC
import CoatcheckOAuth
import CoatcheckServer
import Crypto
import Foundation
import HTTPTypes
import Synchronization

/// Checks WSKey signatures like the service. The code is independent: it shares nothing with the code by
/// which the client signs.
final class OCLCSignatures: Sendable {
  /// The client, and the user if it names one, of a valid signature.
  struct Signed {
    let client: OCLCService.Client
    let principalID: String?
    let principalIDNS: String?
  }

  private let nonces = Mutex<Set<String>>([])

  static let scheme = "http://www.worldcat.org/wskey/v2/hmac/v1"

  /// Checks the `Authorization` field of a request.
  func check(
    _ request: ServedRequest, clients: [OCLCService.Client], now: Date
  ) throws(OCLCRefusal) -> Signed {
    let field = request.head.headerFields[.authorization] ?? ""
    guard field.hasPrefix(Self.scheme + " ") else {
      throw OCLCRefusal("invalid_client", "The request is not signed.")
    }
    let attributes = try Self.attributes(String(field.dropFirst(Self.scheme.count + 1)))
    guard let id = attributes["clientId"] ?? attributes["clientID"],
      let client = clients.first(where: { $0.wskey == id })
    else {
      let name = attributes["clientId"] ?? attributes["clientID"] ?? ""
      throw OCLCRefusal("invalid_client", "WSKey \(name) is invalid")
    }
    guard let timestamp = attributes["timestamp"], let nonce = attributes["nonce"],
      let signature = attributes["signature"], let seconds = Double(timestamp)
    else { throw OCLCRefusal("invalid_client", "The signature lacks an attribute.") }
    guard abs(seconds - now.timeIntervalSince1970) <= 300 else {
      throw OCLCRefusal("invalid_client", "The timestamp is more than five minutes off.")
    }
    let text = Self.text(of: request, wskey: id, timestamp: timestamp, nonce: nonce)
    let expected = HMAC<SHA256>.authenticationCode(
      for: Data(text.utf8), using: SymmetricKey(data: Data(client.secret.reveal().utf8)))
    guard Data(expected) == Data(base64Encoded: signature) else {
      throw OCLCRefusal("invalid_client", "The signature is wrong.")
    }
    // Only after the signature was verified: an invalid request must not use up the nonce of a valid one.
    guard nonces.withLock({ $0.insert(id + " " + nonce).inserted }) else {
      throw OCLCRefusal("invalid_client", "The nonce has been used before.")
    }
    let query = Self.pairs(request.query)
    func principal(_ name: String) -> String? {
      query.first { $0.name == name }?.value ?? attributes[name]
    }
    return Signed(
      client: client, principalID: principal("principalID"),
      principalIDNS: principal("principalIDNS"))
  }

  /// `name="value"`, separated by commas.
  private static func attributes(_ text: String) throws(OCLCRefusal) -> [String: String] {
    var found: [String: String] = [:]
    var scanner = text[...]
    while !scanner.isEmpty {
      guard let equals = scanner.firstIndex(of: "=") else { break }
      let name = scanner[..<equals].trimmingCharacters(in: .whitespaces)
      let rest = scanner[scanner.index(after: equals)...]
      guard rest.first == "\"", let end = rest.dropFirst().firstIndex(of: "\""),
        found[name] == nil
      else { throw OCLCRefusal("invalid_client", "The signature cannot be read.") }
      found[name] = String(rest[rest.index(after: rest.startIndex)..<end])
      let after = rest[rest.index(after: end)...]
      guard after.isEmpty || after.first == "," else {
        throw OCLCRefusal("invalid_client", "The signature cannot be read.")
      }
      scanner = after.dropFirst()
    }
    return found
  }

  /// The decoded parameters of a query, in order.
  static func pairs(_ query: String) -> [(name: String, value: String)] {
    query.components(separatedBy: "&").filter { !$0.isEmpty }.map { piece in
      let halves = piece.components(separatedBy: "=")
      func decoded(_ text: String) -> String {
        text.replacingOccurrences(of: "+", with: " ").removingPercentEncoding ?? text
      }
      return (decoded(halves[0]), decoded(halves.dropFirst().joined(separator: "=")))
    }
  }

  private static func text(
    of request: ServedRequest, wskey: String, timestamp: String, nonce: String
  ) -> String {
    var unreserved = CharacterSet(charactersIn: "-._~")
    unreserved.insert(
      charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
    let lines = pairs(request.query).map { pair in
      [pair.name, pair.value].map {
        $0.addingPercentEncoding(withAllowedCharacters: unreserved) ?? $0
      }
    }.sorted { ($0[0], $0[1]) < ($1[0], $1[1]) }.map { $0[0] + "=" + $0[1] }
    return
      ([
        wskey, timestamp, nonce, "", request.head.method.rawValue, "www.oclc.org", "443", "/wskey",
      ] + lines).map { $0 + "\n" }.joined()
  }
}
