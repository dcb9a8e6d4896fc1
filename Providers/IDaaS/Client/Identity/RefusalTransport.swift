// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckFoundation
import CoatcheckIDaaSProtocol
import CoatcheckJOSE
import CoatcheckOAuth
import HTTPTypes

/// A transport that throws the service's own error responses, for requests whose exchange cannot read them:
/// that of the keys.
struct RefusalTransport: HTTPTransport {
  let base: any HTTPTransport

  func send(
    _ request: HTTPRequest, body: Data, limit: ResponseLimit
  ) async throws(OAuthError) -> (head: HTTPResponse, body: Data) {
    let response = try await base.send(request, body: body, limit: limit)
    if response.head.status.code >= 400,
      let json = try? JSONObject(parsing: [UInt8](response.body)),
      let refusal = OAuthError(
        refusal: json, status: response.head.status.code, retryAfter: nil)
    {
      throw refusal
    }
    return response
  }
}
