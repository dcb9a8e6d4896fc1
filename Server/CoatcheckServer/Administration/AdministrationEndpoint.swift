// SPDX-License-Identifier: Apache-2.0
import HTTPTypes

/// The interface of one operation: its route, parameters and reply, also for the OpenAPI document.
struct AdministrationEndpoint: Sendable {
  let method: HTTPRequest.Method
  /// The path under `/admin`; a segment in braces is a parameter.
  let path: String
  /// What the operation does, in one sentence.
  let summary: String
  /// The parameters in the query.
  let query: [AdministrationField]
  /// The members of the request body; nil when there is no body.
  let body: [AdministrationField]?
  /// The schema of the response body; nil for a response without a body (204).
  let reply: AdministrationSchema?
  /// The status of a successful response.
  let status: HTTPResponse.Status
  /// The error statuses that only some operations return: 404 and 409.
  let refusals: [HTTPResponse.Status]

  init(
    _ method: HTTPRequest.Method, _ path: String, _ summary: String,
    query: [AdministrationField] = [], body: [AdministrationField]? = nil,
    reply: AdministrationSchema? = nil, status: HTTPResponse.Status = .ok,
    refusals: [HTTPResponse.Status] = []
  ) {
    self.method = method
    self.path = path
    self.summary = summary
    self.query = query
    self.body = body
    self.reply = reply
    self.status = reply == nil ? .noContent : status
    self.refusals = refusals
  }

  /// Whether each request is recorded in the audit log: changes, and exports, because these contain hashes.
  var isNoted: Bool { method != .get || path.hasPrefix("/export/") }

  /// The segments of the path.
  var segments: [Substring] { path.split(separator: "/") }

  /// The values of the path parameters; nil when the path does not match.
  func match(_ segments: [String]) -> [String: String]? {
    guard segments.count == self.segments.count else { return nil }
    var values: [String: String] = [:]
    for (wanted, found) in zip(self.segments, segments) {
      if wanted.hasPrefix("{") {
        guard !found.isEmpty else { return nil }
        values[String(wanted.dropFirst().dropLast())] = found
      } else if !wanted.utf8.elementsEqual(found.utf8) {
        return nil
      }
    }
    return values
  }
}
