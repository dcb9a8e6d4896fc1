// SPDX-License-Identifier: Apache-2.0
package import HTTPTypes

/// What goes back, for those who write a body while it is being sent.
package enum StreamingServedResponse: Sendable {
  /// All at once.
  case whole(ServedResponse)
  /// A head, then what the function gives, piece by piece until it gives nil. What it throws ends the
  /// connection in the middle of the answer.
  case pieces(
    HTTPResponse, length: Int?, next: @Sendable () async throws -> [UInt8]?)
  /// Nothing: the connection ends.
  case hangUp
}

/// Something that answers requests piece by piece.
package typealias StreamingResponder = @Sendable (ServedRequest) async -> StreamingServedResponse
