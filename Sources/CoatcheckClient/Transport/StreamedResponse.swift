// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes

/// A response whose head was received, and whose body is still coming.
public struct StreamedResponse: Sendable {
  /// The status and the header fields.
  public var head: HTTPResponse
  /// The body. Discarding it closes the connection.
  public var body: ResponseBody
  /// The length of the body in bytes, where the peer announces it and the body is not compressed; nil
  /// otherwise.
  public var length: Int64?

  /// Creates a response.
  ///
  /// - Parameters:
  ///   - head: The status and the header fields.
  ///   - body: The body.
  ///   - length: The length of the body in bytes; nil when it is not known.
  public init(head: HTTPResponse, body: ResponseBody, length: Int64? = nil) {
    self.head = head
    self.body = body
    self.length = length
  }
}

extension HTTPResponse {
  /// The length of the body as the fields announce it.
  ///
  /// RFC 9110 §8.6: a response to HEAD and a 304 announce the length of a body which they do not
  /// have.
  package func announcedLength(to method: HTTPRequest.Method) -> Int64? {
    guard method != .head, status != .notModified else { return nil }
    return headerFields[.contentLength].flatMap { Int64($0) }
  }
}
