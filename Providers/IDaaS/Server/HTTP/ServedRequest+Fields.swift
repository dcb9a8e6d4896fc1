// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckServer
import HTTPTypes

/// The header fields that calls read.
extension ServedRequest {
  /// A header field by its name.
  func field(_ name: String) -> String? {
    HTTPField.Name(name).flatMap { head.headerFields[$0] }
  }

  /// The language for responses, read before the other header fields are validated.
  var language: String {
    ResponseLanguage.known(field("X-L")) ?? ResponseLanguage.wanted(field("Accept-Language"))
      ?? "en"
  }

  /// The request id that the client sent; nil when it is missing or malformed, so that the server makes
  /// one.
  var wellFormedRequestID: String? {
    guard let id = field("X-Request-Id"), (1...64).contains(id.utf8.count) else { return nil }
    let isName = id.utf8.allSatisfy { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
        || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || Array("-_.".utf8).contains(byte)
    }
    return isName ? id : nil
  }

  /// Whether the client declares a capability: `X-client-capabilities: confirm`.
  func hasCapability(_ word: String) -> Bool {
    (field("X-client-capabilities") ?? "").split(separator: ",")
      .contains { $0.filter { !$0.isWhitespace } == word }
  }

  /// Whether the content type is JSON. A body without a content type is read as JSON.
  var isJSON: Bool {
    guard let type = head.headerFields[.contentType] else { return true }
    let parts = type.split(separator: ";").map { $0.filter { !$0.isWhitespace }.lowercased() }
    return parts.first == "application/json"
      && parts.dropFirst().allSatisfy {
        !$0.hasPrefix("charset=") || $0.hasSuffix("utf-8") || $0.hasSuffix("utf-8\"")
      }
  }
}
