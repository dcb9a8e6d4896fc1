// SPDX-License-Identifier: Apache-2.0

/// Where the parameters of a token request are sent.
public enum TokenParameters: String, Sendable, Hashable, CaseIterable {
  /// A form in the body of a POST, as in
  /// [RFC 6749 §4.1.3](https://www.rfc-editor.org/rfc/rfc6749#section-4.1.3).
  case form
  /// The query of a POST without a body, for providers that accept nothing else. Parameters in a URL end up
  /// in logs. Seen at OCLC.
  case query
  /// The query of a GET, as early drafts allowed. Parameters in a URL end up in logs.
  /// Seen at NXOAuth2Client.
  case queryOfGET = "query_of_get"
  /// A JSON object in the body of a POST. Seen at Kii.
  case json
  /// `multipart/form-data` in the body of a POST, which no specification of OAuth has.
  /// Seen at NXOAuth2Client.
  case multipart
  /// The refresh token in the field `session-token` of a POST, and a JSON object with the additional
  /// parameters in its body. The other parameters of the protocol are not sent, and no other token
  /// request than a refresh is possible. Seen at IDaaS.
  case sessionToken = "session_token"
}
