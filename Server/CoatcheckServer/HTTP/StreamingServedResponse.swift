// SPDX-License-Identifier: Apache-2.0
package import HTTPTypes

/// A response, whose body can be produced while it is sent.
package enum StreamingServedResponse: Sendable {
  /// A complete response.
  case whole(ServedResponse)
  /// A head, and a function that returns the body in pieces, and nil at the end. If it throws, the
  /// connection ends in the middle of the response.
  case pieces(
    HTTPResponse, length: Int?, next: @Sendable () async throws -> [UInt8]?)
  /// No response: the connection is closed.
  case hangUp
}

/// Responds to requests, with bodies in pieces.
package typealias StreamingResponder = @Sendable (ServedRequest) async -> StreamingServedResponse
