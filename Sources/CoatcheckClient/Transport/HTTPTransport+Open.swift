// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
public import HTTPTypes

extension HTTPTransport {
  /// Sends a request whose body is read into memory first, and reads the whole response.
  ///
  /// This is for transports without streams of their own. The deadline of the limit holds for the whole
  /// response.
  ///
  /// - Parameters:
  ///   - request: An `https` request, or an `http` request to this machine.
  ///   - body: The body of the request, of at most 64 MiB.
  ///   - limit: The longest response body to read, and the time for the whole response.
  /// - Throws: As ``send(_:body:limit:)``; `misused` naming `body` also when the body cannot be made or is
  ///   longer than 64 MiB: nothing was sent then.
  public func open(
    _ request: HTTPRequest, body: RequestBody, limit: ResponseLimit
  ) async throws(OAuthError) -> StreamedResponse {
    let whole = try await body.collected(upTo: 64 << 20)
    let (head, answer) = try await send(request.typed(for: body), body: whole, limit: limit)
    return StreamedResponse(head: head, body: ResponseBody(answer), length: Int64(answer.count))
  }
}
