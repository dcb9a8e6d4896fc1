// SPDX-License-Identifier: Apache-2.0

import TestKit

/// A resource server on this machine that records its requests and answers with the results of a closure.
final class ResourceServer: Sendable {
  /// A received request.
  struct Hit: Sendable {
    let method: String
    let path: String
    let fields: [String: String]
    let body: [UInt8]?

    var authorization: String? { fields["authorization"] }
  }

  /// A response: a status line, fields, and a body.
  struct Answer: Sendable {
    var status: String
    var fields: [String] = []
    var body = ""

    static let ok = Answer(status: "200 OK")
    static func redirect(_ status: Int, _ location: String) -> Answer {
      Answer(status: "\(status) Moved", fields: ["Location: \(location)"])
    }
    static let rejection = Answer(
      status: "401 Unauthorized", fields: ["WWW-Authenticate: Bearer error=\"invalid_token\""])
  }

  private let log = Log<Hit>()
  private let server: RawServer

  init(_ answer: @escaping @Sendable (Hit) -> Answer) throws {
    let log = log
    server = try RawServer.streaming { request in
      let hit = Hit(
        method: request.method, path: request.path, fields: request.fields, body: request.body())
      log.add(hit)
      let answer = answer(hit)
      request.answer(answer.status, answer.fields, body: answer.body)
    }
  }

  /// A server with an answer for each path.
  convenience init(_ answers: [String: Answer]) throws {
    try self.init { answers[$0.path] ?? .ok }
  }

  var hits: [Hit] { log.entries }
  var port: Int { server.port }
  var origin: String { server.origin }

  func request(_ method: HTTPRequest.Method = .get, _ path: String = "/") -> HTTPRequest {
    server.request(method, path)
  }
}
