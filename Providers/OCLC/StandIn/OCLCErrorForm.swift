// SPDX-License-Identifier: Apache-2.0
import CoatcheckTesting
import CoatcheckJOSE
import CoatcheckServer
import Foundation
import HTTPTypes

/// The forms of error responses of OCLC's endpoints.
public enum OCLCErrorForm: String, Sendable, CaseIterable {
  /// `{"error": "invalid_client", "error_description": "…"}`:
  /// [RFC 6749 §5.2](https://www.rfc-editor.org/rfc/rfc6749#section-5.2).
  case standard
  /// `{"code": {"type": "http", "value": "401"}, "message": "…"}`.
  case codeAndMessage
  /// `{"code": 401, "message": "…"}`.
  case codeNumber
  /// `{"error": {"errorMessage": "…", "errorCode": "…"}}`.
  case nested
  /// `WSKeyV2 error="invalid_client" error_description="…"`, as HTML.
  case challengeText
  /// `<error><code type="http">401</code><message>…</message></error>`.
  case xml

  /// The error response for a refusal, in this form.
  func response(_ refusal: OCLCRefusal) -> ServedResponse {
    let status = refusal.status
    let number = String(status.code)
    // Forms with a number have the error code, in the message, only if the number does not determine it.
    let isPlain = OCLCRefusal.usual[status.code] == refusal.code
    let message = isPlain ? refusal.message : refusal.code
    switch self {
    case .standard:
      return .standIn(status, error: refusal.code, description: refusal.message)
    case .codeAndMessage:
      return .standIn(
        status,
        json: [
          "code": .object(["type": "http", "value": .string(number)]),
          "message": .string(message),
        ])
    case .codeNumber:
      return .standIn(
        status,
        json: ["code": .number(JSONNumber(status.code)), "message": .string(message)])
    case .nested:
      return .standIn(
        status,
        json: [
          "error": .object([
            "errorMessage": .string(refusal.message), "errorCode": .string(refusal.code),
          ])
        ])
    case .challengeText:
      return .standIn(
        status,
        text: "<html><body>WSKeyV2 error=\"\(refusal.code)\" "
          + "error_description=\"\(refusal.message)\"</body></html>",
        type: "text/html")
    case .xml:
      let text = message.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      return .standIn(
        status,
        text: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
          + "<error xmlns=\"http://worldcat.org/xmlschemas/response\">\n"
          + "  <code type=\"http\">\(number)</code>\n  <message>\(text)</message>\n</error>\n",
        type: "application/xml")
    }
  }
}

/// The reason why a request is refused: status, error code and message.
struct OCLCRefusal: Error {
  let status: HTTPResponse.Status
  let code: String
  let message: String

  init(_ code: String, _ message: String, status: HTTPResponse.Status? = nil) {
    self.code = code
    self.message = message
    self.status =
      status
      ?? Self.usual.first { $0.value == code }.map { HTTPResponse.Status(code: $0.key) }
      ?? .badRequest
  }

  /// The error code that each of these statuses stands for, unless another one is named.
  static let usual = [400: "invalid_request", 401: "invalid_client", 403: "unauthorized_client"]
}
