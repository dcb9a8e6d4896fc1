// SPDX-License-Identifier: Apache-2.0

package import CoatcheckJOSE
package import HTTPTypes
package import CoatcheckFoundation

/// Reads responses whose body is a JSON object, for the exchanges of the client.
package struct JSONReply {
  /// Which endpoint responds, for error texts: `The token endpoint`.
  let source: String
  /// Which `Content-Type` the response has to have.
  var mediaType = MediaTypeRule.anything
  /// The provider's error responses that differ from the specification.
  var errors = ProviderErrors()
  /// Whether a response with the `Content-Type` of a form is accepted and read as an object of strings.
  var readsForms = false

  package enum MediaTypeRule { case json, anything }

  package init(
    source: String, mediaType: MediaTypeRule = .anything, errors: ProviderErrors = ProviderErrors()
  ) {
    self.source = source
    self.mediaType = mediaType
    self.errors = errors
  }

  /// The object in a successful response. Throws the error of any other response.
  package func object(
    head: HTTPResponse, body: Data, receivedAt: Date
  ) throws(OAuthError) -> JSONObject {
    let status = head.status.code
    if (300..<400).contains(status) {
      throw .unreadable(
        .redirectRefused,
        "\(source) answered with a redirect, which is never followed.",
        status: status)
    }
    let isForm = readsForms && MediaType.isForm(head.headerFields[.contentType])
    let object = isForm ? form(body) : parsed(body)
    let refusal =
      object.flatMap { self.refusal(head: head, json: $0) }
      ?? errors.error(from: source, head: head, body: body)
    // An error number of the provider can mean that it is unavailable now.
    if let refusal, refusal.outcome == .unreachable { throw refusal }
    if status == 429 || status >= 500 { throw unavailable(head, refusal, receivedAt) }
    // A response with "error" is an error response whatever its status is: real servers send it with 200.
    if let refusal { throw refusal }
    guard status == 200 else {
      throw .unreadable(
        .replyMalformed, "\(source) answered with an unexpected status: \(status).", status: status)
    }
    if mediaType == .json, !isForm, !MediaType.isJSON(head.headerFields[.contentType]) {
      throw .unreadable(
        .replyMalformed, "\(source) answered with something else than JSON.", status: status)
    }
    guard let object else {
      throw .unreadable(
        .replyMalformed, "\(source) answered with something else than one well-formed JSON object.",
        status: status)
    }
    return object
  }

  private func parsed(_ body: Data) -> JSONObject? {
    // The size is checked before the body is copied.
    guard body.count <= JSONLimits.standard.bytes else { return nil }
    return try? JSONObject(parsing: [UInt8](body))
  }

  private func form(_ body: Data) -> JSONObject? {
    guard body.count <= JSONLimits.standard.bytes, let form = try? Parameters(bytes: body) else {
      return nil
    }
    var object = JSONObject()
    for (name, value) in form.pairs { object[name] = .string(value) }
    return object
  }

  private func refusal(head: HTTPResponse, json: JSONObject) -> OAuthError? {
    if errors.forms.contains(.errorNumber), let own = errors.errorNumber(source, head, json) {
      return own
    }
    guard let code = json["error"]?.stringValue else { return nil }
    return OAuthError(
      outcome: .refused, code: OAuthError.Code(peer: code), reason: "\(source) refused.",
      status: head.status.code,
      peer: .init(
        description: json["error_description"]?.stringValue, uri: json["error_uri"]?.stringValue,
        code: errors.forms.contains(.errorCode) ? json["errorCode"]?.stringValue : nil))
  }

  /// The error for a status of 429 or 5xx. It says nothing about the grant, since a proxy may have sent it,
  /// so that a code such as `invalid_grant`, which ends a session, is not used.
  private func unavailable(
    _ head: HTTPResponse, _ refusal: OAuthError?, _ receivedAt: Date
  ) -> OAuthError {
    let busy: Set<OAuthError.Code> = [.serverError, .temporarilyUnavailable]
    return OAuthError(
      outcome: .unreachable,
      code: refusal.map(\.code).flatMap { busy.contains($0) ? $0 : nil } ?? .serverUnavailable,
      reason: "\(source) cannot answer now.", status: head.status.code,
      peer: .init(
        description: refusal?.peerDescription, uri: refusal?.errorURI, code: refusal?.providerCode)
    )
    .retrying(
      after: head.headerFields[.retryAfter].flatMap { RetryAfter.parse($0, now: receivedAt) })
  }
}
