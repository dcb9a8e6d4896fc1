// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth
public import HTTPTypes
public import CoatcheckFoundation

/// The exchange of one call with a tenant: its HTTP request and its reply.
public struct IDaaSExchange<Call: IDaaSCall>: Exchange {
  /// The call.
  public let call: Call
  /// The tenant's origin: `https://tenant.example`.
  public let origin: Endpoint
  /// The client of the call.
  public let caller: IDaaSCaller

  /// Creates the exchange of a call.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - origin: The tenant's origin: `https://tenant.example`.
  ///   - caller: The client of the call.
  public init(_ call: Call, at origin: Endpoint, by caller: IDaaSCaller) {
    self.call = call
    self.origin = origin
    self.caller = caller
  }

  /// The HTTP request: the message of the call with the header fields of the client. A request other than
  /// `GET` has a JSON body.
  public func request() throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    let message = try call.message()
    let query = message.query.isEmpty ? "" : "?" + message.query.encoded
    var head = HTTPRequest(
      method: Call.method, scheme: origin.scheme, authority: origin.authority,
      path: Call.path + query)
    head.headerFields = message.fields
    for (name, value) in caller.fields {
      guard let field = HTTPField.Name(name), HTTPField.isValidValue(value) else {
        throw .misused(name, "A header field holds forbidden characters.")
      }
      head.headerFields[field] = value
    }
    head.headerFields[.accept] = "application/json"
    guard Call.method != .get else { return (head, Data()) }
    head.headerFields[.contentType] = "application/json"
    return (head, Data(message.body.serialized()))
  }

  /// Reads the reply, or throws the error response.
  ///
  /// - Throws: `refused` with the return code in `OAuthError.providerCode` for an error response;
  ///   `unreachable` with `temporarilyUnavailable` when the code or the status says that the call may
  ///   succeed later; `unreadable` when the body is not a reply of the call.
  public func reply(
    head: HTTPResponse, body: Data, receivedAt: Date
  ) throws(OAuthError) -> Call.Reply {
    let status = head.status.code
    let json = try parsed(body, status: status)
    let wait = head.headerFields[.retryAfter].flatMap { RetryAfter.parse($0, now: receivedAt) }
    // A reply with "error_code" is an error response whatever its status, except a redirect's: that is not the
    // service's own.
    if !(300..<400).contains(status), let object = json?.objectValue,
      let refusal = OAuthError(refusal: object, status: status, retryAfter: wait)
    {
      throw refusal
    }
    guard status == 200 || status == 204 else { throw unusual(head, body, receivedAt) }
    guard let json else {
      throw .unreadable(
        .replyMalformed, "The identity service answered with something else than JSON.",
        status: status)
    }
    return try Call.reply(json)
  }

  /// The body as JSON, `null` for none; nil when it is something else.
  private func parsed(_ body: Data, status: Int) throws(OAuthError) -> JSONValue? {
    guard body.count <= JSONLimits.standard.bytes else {
      throw .unreadable(
        .replyMalformed, "The identity service's answer is too long.", status: status)
    }
    return body.isEmpty ? .null : try? JSONValue(parsing: [UInt8](body))
  }

  /// The error for an unsuccessful status without a return code: an error response of an OAuth endpoint,
  /// or the response of a proxy in front of the service.
  private func unusual(_ head: HTTPResponse, _ body: Data, _ receivedAt: Date) -> OAuthError {
    let source = "The identity service"
    if let challenge = BearerChallenge.refusal(in: head, from: source) { return challenge }
    do throws(OAuthError) {
      _ = try JSONReply(source: source).object(head: head, body: body, receivedAt: receivedAt)
    } catch {
      return error
    }
    return .unreadable(
      .replyMalformed,
      "The identity service answered with an unexpected status: \(head.status.code).",
      status: head.status.code)
  }
}
