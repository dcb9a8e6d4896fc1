// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
public import HTTPTypes

extension HTTPTransport {
  /// Sends a request whose body is read into memory before, and reads all of the response.
  ///
  /// This is for transports without streams of their own. The limit's deadline holds for the whole
  /// response.
  public func open(
    _ request: HTTPRequest, body: RequestBody, limit: ResponseLimit
  ) async throws(OAuthError) -> StreamedResponse {
    let whole = try await body.collected(upTo: 64 << 20)
    let (head, answer) = try await send(request.typed(for: body), body: whole, limit: limit)
    return StreamedResponse(head: head, body: ResponseBody(answer), length: Int64(answer.count))
  }
}
