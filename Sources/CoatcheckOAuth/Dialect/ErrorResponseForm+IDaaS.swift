// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
import HTTPTypes
import CoatcheckFoundation

extension ErrorResponseForm {
  /// IDaaS's errors: a return code, whose first words `IDAAS.SDK.` some generations of the server leave out.
  ///
  /// Only an answer with an error status is one.
  static func returnCode(_ source: String, _ head: HTTPResponse, _ body: Data) -> OAuthError? {
    guard head.status.code >= 400, body.count <= 64 << 10,
      let json = try? JSONObject(parsing: [UInt8](body)),
      let full = json["error_code"]?.stringValue
    else { return nil }
    let name = full.split(separator: ".").suffix(2).joined(separator: ".")
    let detail = json["error_detail"]?.stringValue
    let isBusy = name == "COMMON.1008" || detail == "rate_limited"
    let seconds = json["retry_after"]?.intValue ?? 0
    return OAuthError(
      outcome: isBusy ? .unreachable : .refused,
      code: isBusy
        ? .serverUnavailable
        : detail.flatMap { details[$0] } ?? returnCodes[name] ?? OAuthError.Code(peer: name),
      reason: isBusy ? "\(source) can't answer now." : "\(source) refused.",
      peerDescription: json["error_msg"]?.stringValue, status: head.status.code,
      retryAfter: seconds > 0 ? .seconds(min(seconds, 3600)) : nil, providerCode: full,
      attemptsLeft: json["attempts_left"]?.intValue, providerDetail: detail)
  }

  /// What the protocol calls the words which say more than a code.
  private static let details: [String: OAuthError.Code] = [
    "session_expired": .invalidGrant, "session_reused": .invalidGrant,
  ]

  /// What the protocol calls the codes of a token endpoint. What isn't here keeps its own name.
  private static let returnCodes: [String: OAuthError.Code] = [
    // The session token is over, or its user is gone: the session can't go on.
    "COMMON.1005": .invalidGrant,
    "COMMON.1013": .invalidGrant,
    "PARAM.0023": .invalidGrant,
    "PARAM.0016": .invalidToken,
    "COMMON.1001": .invalidRequest,
    "COMMON.1002": .invalidRequest,
    "COMMON.1003": .invalidRequest,
    "COMMON.1006": .invalidRequest,
    "COMMON.1007": .invalidRequest,
    "PARAM.0001": .invalidRequest,
    "COMMON.1012": .invalidClient,
    "PARAM.0002": .invalidClient,
    "PARAM.0003": .invalidClient,
  ]
}
