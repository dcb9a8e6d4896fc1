// SPDX-License-Identifier: Apache-2.0
import HTTPTypes

extension HTTPResponse {
  /// The head of the response to a request that no endpoint sees. The connection ends after it.
  static func refusal(_ status: Status) -> HTTPResponse {
    HTTPResponse(
      status: status, headerFields: [.connection: "close", .cacheControl: "no-store"])
  }
}
