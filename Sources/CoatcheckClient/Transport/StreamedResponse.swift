// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes

/// A response whose body is still coming.
public struct StreamedResponse: Sendable {
  /// The status and the fields.
  public var head: HTTPResponse
  /// The body. Discarding it closes the connection.
  public var body: ResponseBody
  /// How long the body will be in bytes, where the peer says so and the body is not compressed.
  public var length: Int64?

  /// A response.
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
