// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import Foundation
import HTTPTypes

/// An error of an operation, as a problem document.
///
/// [RFC 9457 §3](https://www.rfc-editor.org/rfc/rfc9457#section-3)
struct AdministrationProblem: Error, Equatable {
  let status: HTTPResponse.Status
  /// The reason, for the operator to read.
  let detail: String
  /// The name of the invalid member or parameter.
  var member: String?

  init(_ status: HTTPResponse.Status, _ detail: String, member: String? = nil) {
    self.status = status
    self.detail = detail
    self.member = member
  }

  static func unknown(_ what: String) -> AdministrationProblem {
    AdministrationProblem(.notFound, "There is no such \(what).")
  }

  static func invalid(_ member: String, _ reason: String) -> AdministrationProblem {
    AdministrationProblem(.badRequest, "\(member) \(reason)", member: member)
  }

  /// Converts an error of the store or of an account.
  init(of error: any Error) {
    switch error {
    case let problem as AdministrationProblem: self = problem
    case let error as AccountError where error.code == .busy:
      self.init(.serviceUnavailable, "Too many passwords are being hashed; try again.")
    case let error as AccountError: self.init(.badRequest, error.reason)
    case let error as StoreError where error.code == .invalidRecord:
      self.init(.badRequest, error.reason)
    default: self.init(.serviceUnavailable, "The database does not answer.")
    }
  }

  var response: ServedResponse {
    // "When "about:blank" is used, the title SHOULD be the same as the recommended HTTP status phrase
    // for that code". https://www.rfc-editor.org/rfc/rfc9457#section-4.2.1
    var json: JSONObject = [
      "type": "about:blank", "title": .string(status.reasonPhrase),
      "status": .number(JSONNumber(status.code)), "detail": .string(detail),
    ]
    json["member"] = member.map(JSONValue.string)
    var head = HTTPResponse(status: status)
    head.headerFields[.contentType] = "application/problem+json"
    return ServedResponse(head: head, body: Data(json.serialized()))
  }
}
