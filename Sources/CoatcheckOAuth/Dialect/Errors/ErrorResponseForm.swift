// SPDX-License-Identifier: Apache-2.0

/// A form of error responses that is in no specification.
public enum ErrorResponseForm: String, Sendable, Hashable, CaseIterable {
  /// `{"errorCode": "WRONG_TOKEN", "message": "…"}`. Seen at Kii.
  case errorCode = "error_code"
  /// `{"code": {"type": "http", "value": "401"}, "message": "…"}` or `{"code": 403, "message": "…"}`.
  /// Seen at OCLC.
  case codeAndMessage = "code_and_message"
  /// `{"error": {"errorCode": "…", "errorMessage": "…"}}`. Seen at OCLC.
  case nested
  /// A challenge as text in the body: `SCHEME error="invalid_request" error_description=…`, where the
  /// scheme is ``ProviderErrors/challengeScheme``. Seen at OCLC.
  case challengeText = "challenge_text"
  /// `<error><code type="http">401</code><message>…</message></error>`. Seen at OCLC.
  case xml
  /// `{"error": "expired_token", "error_code": 21327, "request": "…"}`, with any status. Seen at Weibo.
  case errorNumber = "error_number"
  /// `{"error_code": "SDK.COMMON.1005", "error_msg": "…", "error_detail": "…"}`. Seen at IDaaS.
  case returnCode = "return_code"
}
