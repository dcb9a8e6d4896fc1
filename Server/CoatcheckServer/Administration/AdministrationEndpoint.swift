// SPDX-License-Identifier: Apache-2.0
import HTTPTypes

/// What one operation is asked for with, and answers with: its route, and its part of the OpenAPI document.
struct AdministrationEndpoint: Sendable {
  let method: HTTPRequest.Method
  /// The path under `/admin`; a segment in braces stands for any text.
  let path: String
  /// What it does, as a sentence.
  let summary: String
  /// Its parameters in the query.
  let query: [AdministrationField]
  /// The members of its body; nil when it takes none.
  let body: [AdministrationField]?
  /// What it answers with; nil for an empty answer (204).
  let reply: AdministrationSchema?
  /// The status of a reply with a body.
  let status: HTTPResponse.Status
  /// The refusals that only some operations have: 404 and 409.
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

  /// Whether the audit log has an entry for each request: for changes, and for exports, which hold hashes.
  var isNoted: Bool { method != .get || path.hasPrefix("/export/") }

  /// The segments of the path.
  var segments: [Substring] { path.split(separator: "/") }

  /// The values of the segments in braces, if a path is one of these.
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
