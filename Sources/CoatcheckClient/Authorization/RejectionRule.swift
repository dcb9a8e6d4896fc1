// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
import CoatcheckOAuth
import HTTPTypes

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How a service says that an access token is no longer good.
public struct RejectionRule: Sendable, Hashable {
  private enum Sign: Sendable, Hashable {
    case bearer
    case status
    case member(String, values: [String])
  }

  private let status: HTTPResponse.Status
  private let sign: Sign

  /// The longest body that is read in order to know.
  static let longestBody = 16 << 10

  /// The way of the specification: status 401, with `invalid_token` or no error code in the Bearer
  /// challenge, or without any challenge.
  ///
  /// Specification: [RFC 6750 §3.1](https://www.rfc-editor.org/rfc/rfc6750#section-3.1).
  public static let bearer = RejectionRule(status: .unauthorized, sign: .bearer)

  /// A status that means nothing else, whatever comes with it.
  public static func status(_ code: Int) -> RejectionRule {
    RejectionRule(status: .init(code: code), sign: .status)
  }

  /// A status and a JSON object which says why.
  ///
  /// - Parameters:
  ///   - status: The status.
  ///   - member: The member of the object that names the error; dots go into objects, as in `error.code`.
  ///   - values: The texts or whole numbers which mean a bad token.
  public static func json(status: Int, member: String, values: String...) -> RejectionRule {
    RejectionRule(status: .init(code: status), sign: .member(member, values: values))
  }

  func wantsBody(of response: HTTPResponse) -> Bool {
    guard response.status.code == status.code, case .member = sign else { return false }
    return true
  }

  func fits(_ response: HTTPResponse, _ body: Data) -> Bool {
    guard response.status.code == status.code else { return false }
    switch sign {
    case .status: return true
    case .bearer:
      // "the resource SHOULD respond with the HTTP 401 (Unauthorized) status code. The client MAY request
      // a new access token and retry the protected resource request." Many services send the bare status.
      let fields = response.headerFields[values: .wwwAuthenticate]
      guard let challenge = BearerChallenge(fields: fields) else { return fields.isEmpty }
      return challenge.error == nil || challenge.error == .invalidToken
    case .member(let path, let values):
      guard body.count < Self.longestBody, let json = try? JSONValue(parsing: Array(body)) else {
        return false
      }
      let found = path.split(separator: ".").reduce(Optional(json)) { value, name in
        value?.objectValue?[String(name)]
      }
      let text = found.flatMap { $0.stringValue ?? $0.intValue.map(String.init) }
      return text.map { text in values.contains { $0.isExactly(text) } } ?? false
    }
  }
}
