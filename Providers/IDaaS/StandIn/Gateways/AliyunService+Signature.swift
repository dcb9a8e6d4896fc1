// SPDX-License-Identifier: Apache-2.0
import CoatcheckTesting
import CoatcheckServer
import Foundation
import HTTPTypes

/// The header fields of a request.
extension ServedRequest {
  /// A header field by its name.
  func field(_ name: String) -> String? {
    HTTPField.Name(name).flatMap { head.headerFields[$0] }
  }
}

extension AliyunService {
  private static let required = [
    "host", "x-acs-action", "x-acs-content-sha256", "x-acs-date", "x-acs-signature-nonce",
    "x-acs-version",
  ]

  /// Authenticates the caller.
  ///
  /// - Returns: The parameters of the query.
  func check(_ request: ServedRequest, at url: String, now: Date) throws -> [String: String] {
    guard request.head.method == .post, request.path == "/" else {
      throw No(code: "UnsupportedHTTPMethod", status: .methodNotAllowed)
    }
    guard let authorization = request.field("Authorization") else {
      throw No(code: "MissingAuthorization")
    }
    let word = "ACS3-HMAC-SHA256 "
    guard authorization.hasPrefix(word) else { throw No(code: "InvalidAuthorization") }
    var members: [String: String] = [:]
    for pair in authorization.dropFirst(word.count).split(separator: ",") {
      let halves = pair.split(separator: "=", maxSplits: 1)
      guard halves.count == 2 else { throw No(code: "InvalidAuthorization") }
      members[String(halves[0])] = String(halves[1])
    }
    guard members["Credential"] == keyID else {
      throw No(code: "InvalidAccessKeyId.NotFound", status: .notFound)
    }
    try checkMoment(request, now)
    guard request.field("x-acs-content-sha256") == GatewayHash.sha256(request.body) else {
      throw No(code: "InvalidContentSha256")
    }
    let signed = (members["SignedHeaders"] ?? "").split(separator: ";").map(String.init)
    guard signed == signed.sorted(), Set(Self.required).isSubset(of: signed) else {
      throw No(code: "SignatureDoesNotMatch", message: "A header is not signed.")
    }
    let parameters = try Self.decoded(request.query)
    let lines = signed.map { name in
      let value = name == "host" ? String(url.dropFirst("http://".count)) : request.field(name)
      return "\(name):\((value ?? "").trimmingCharacters(in: .whitespaces))\n"
    }
    let canonical =
      "POST\n/\n\(Self.canonical(parameters))\n\(lines.joined())\n"
      + "\(signed.joined(separator: ";"))\n\(GatewayHash.sha256(request.body))"
    let text = "ACS3-HMAC-SHA256\n" + GatewayHash.sha256(Data(canonical.utf8))
    let expected = GatewayHash.hex(GatewayHash.hmac(text, Data(secret.utf8)))
    guard members["Signature"] == expected else {
      throw No(
        code: "SignatureDoesNotMatch",
        message: "Specified signature does not match our calculation.")
    }
    guard memory.isNew(request.field("x-acs-signature-nonce") ?? "") else {
      throw No(code: "SignatureNonceUsed")
    }
    return parameters
  }

  private func checkMoment(_ request: ServedRequest, _ now: Date) throws {
    let text = request.field("x-acs-date") ?? ""
    guard text.count == 20, text.hasSuffix("Z"), let date = try? Date(text, strategy: .iso8601)
    else {
      throw No(code: "InvalidTimeStamp.Format")
    }
    // "The request is valid for 15 minutes."
    guard abs(now.timeIntervalSince(date)) <= 900 else {
      throw No(code: "InvalidTimeStamp.Expired")
    }
    guard (request.field("x-acs-signature-nonce") ?? "").count >= 16 else {
      throw No(code: "MissingSignatureNonce")
    }
  }

  private static func decoded(_ query: String) throws -> [String: String] {
    var parameters: [String: String] = [:]
    for pair in query.split(separator: "&") {
      let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard halves.count == 2, let name = String(halves[0]).removingPercentEncoding,
        let value = String(halves[1]).removingPercentEncoding, parameters[name] == nil
      else { throw No(code: "InvalidParameter") }
      parameters[name] = value
    }
    return parameters
  }

  /// The parameters, sorted and encoded again: a query that was sent in another encoding has another
  /// signature.
  private static func canonical(_ parameters: [String: String]) -> String {
    let plain = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~")
    func encoded(_ text: String) -> String {
      text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    }
    return parameters.keys.sorted().map { "\(encoded($0))=\(encoded(parameters[$0] ?? ""))" }
      .joined(separator: "&")
  }
}
