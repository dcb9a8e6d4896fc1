// SPDX-License-Identifier: Apache-2.0

/// Where the parameters of a token request go.
public enum TokenParameters: String, Sendable, Hashable, CaseIterable {
  /// A form in the body of a POST, as RFC 6749 §4.1.3 says.
  case form
  /// The query of a POST without a body. Parameters in an address end up in logs: for providers that know
  /// no other way (OCLC).
  case query
  /// The query of a GET, as early drafts allowed. Parameters in an address end up in logs (NXOAuth2Client).
  case queryOfGET = "query_of_get"
  /// A JSON object in the body of a POST (Kii).
  case json
  /// `multipart/form-data` in the body of a POST, for servers that grew up with NXOAuth2Client, which sent
  /// nothing else unless it was told to. RFC 6749 knows no such request.
  case multipart
  /// The refresh token in the field `session-token` of a POST, and a JSON object with what else there is in
  /// its body (IDaaS). The other parameters of the protocol aren't sent.
  case sessionToken = "session_token"
}
