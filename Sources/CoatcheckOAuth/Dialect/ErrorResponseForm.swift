// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes
public import CoatcheckFoundation

/// An error reply in a form of a provider's own.
public enum ErrorResponseForm: String, Sendable, Hashable, CaseIterable {
  /// `{"errorCode": "WRONG_TOKEN", "message": "…"}` (Kii).
  case errorCode = "error_code"
  /// `{"code": {"type": "http", "value": "401"}, "message": "…"}` or `{"code": 403, "message": "…"}` (OCLC).
  case codeAndMessage = "code_and_message"
  /// `{"error": {"errorCode": "…", "errorMessage": "…"}}` (OCLC).
  case nested
  /// `WSKeyV2 error="invalid_request" error_description=…` as text (OCLC).
  case challengeText = "challenge_text"
  /// `<error><code type="http">401</code><message>…</message></error>` (OCLC).
  case xml
  /// `{"error": "expired_token", "error_code": 21327, "request": "…"}`, with any status (Weibo).
  case weibo
  /// `{"error_code": "IDAAS.SDK.COMMON.1005", "error_msg": "…", "error_detail": "…"}` (IDaaS).
  case returnCode = "return_code"

  /// The error in a reply; nil when it isn't of this form.
  ///
  /// - Parameters:
  ///   - source: Who answered: "The token endpoint".
  ///   - head: The status and the fields.
  ///   - body: The body.
  public func error(
    from source: String, head: HTTPResponse, body: Data
  ) -> OAuthError? {
    switch self {
    case .errorCode: Self.errorCode(source, head, body)
    case .codeAndMessage: Self.codeAndMessage(source, head, body)
    case .nested: Self.nested(source, head, body)
    case .challengeText: Self.challengeText(source, head, body)
    case .xml: Self.xml(source, head, body)
    case .weibo: Self.weibo(source, head, body)
    case .returnCode: Self.returnCode(source, head, body)
    }
  }
}

extension Sequence<ErrorResponseForm> {
  /// The error in a reply by the first form that fits.
  public func error(from source: String, head: HTTPResponse, body: Data) -> OAuthError? {
    for form in self {
      if let error = form.error(from: source, head: head, body: body) { return error }
    }
    return nil
  }
}
