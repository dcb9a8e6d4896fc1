// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import HTTPTypes

/// One request as the server received it, with its complete body.
public struct ServedRequest: Sendable {
  /// Method, path with query, and header fields.
  public let head: HTTPRequest
  /// The body; empty without one.
  public let body: Data
  /// The address of the client: that of the connection, or the one that a trusted proxy names
  /// (``ClientAddresses``).
  public let source: SourceAddress

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - head: Method, path with query, and header fields.
  ///   - body: The complete body; empty without one.
  ///   - source: The address of the client, for limits and logs.
  public init(head: HTTPRequest, body: Data, source: SourceAddress) {
    self.head = head
    self.body = body
    self.source = source
  }

  /// The path without its query, exactly as sent.
  public var path: String {
    let target = head.path ?? ""
    return target.firstIndex(of: "?").map { String(target[..<$0]) } ?? target
  }

  /// The query, exactly as sent, without its question mark. Empty without one.
  public var query: String {
    let target = head.path ?? ""
    return target.firstIndex(of: "?").map { String(target[target.index(after: $0)...]) } ?? ""
  }
}

/// One response.
public struct ServedResponse: Sendable {
  /// Status and header fields.
  public var head: HTTPResponse
  /// The body; empty without one.
  public var body: Data

  /// Creates a response.
  ///
  /// - Parameters:
  ///   - head: Status and header fields.
  ///   - body: The complete body; empty unless given.
  public init(head: HTTPResponse, body: Data = Data()) {
    self.head = head
    self.body = body
  }

  /// A short plain text, for requests without an endpoint.
  package static func text(_ status: HTTPResponse.Status, _ text: String) -> ServedResponse {
    var head = HTTPResponse(status: status)
    head.headerFields[.contentType] = "text/plain; charset=utf-8"
    return ServedResponse(head: head, body: Data((text + "\n").utf8))
  }
}

/// A function that responds to requests: that of a server, or one around it.
public typealias Responder = @Sendable (ServedRequest) async -> ServedResponse
