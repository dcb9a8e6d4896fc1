// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
import HTTPTypes
import CoatcheckFoundation

extension ErrorResponseForm {
  /// Weibo's errors: a number in `error_code` beside a word in `error`, whatever the status.
  static func weibo(_ source: String, _ head: HTTPResponse, _ body: Data) -> OAuthError? {
    guard body.count <= 64 << 10, let json = try? JSONObject(parsing: [UInt8](body)) else {
      return nil
    }
    return weibo(source, head, json)
  }

  static func weibo(_ source: String, _ head: HTTPResponse, _ json: JSONObject) -> OAuthError? {
    guard let member = json["error_code"] else { return nil }
    let text = member.stringValue ?? member.intValue.map { "\($0)" }
    guard let text, let number = Int(text) else { return nil }
    let isBusy = weiboBusy.contains(number)
    let word = json["error"]?.stringValue
    return OAuthError(
      outcome: isBusy ? .unreachable : .refused,
      code: isBusy
        ? .temporarilyUnavailable
        : weiboCodes[number] ?? OAuthError.Code(peer: word ?? "weibo_\(number)"),
      reason: isBusy ? "\(source) can't answer now." : "\(source) refused.",
      peerDescription: json["error_description"]?.stringValue ?? word,
      errorURI: json["error_uri"]?.stringValue ?? json["error_url"]?.stringValue,
      status: head.status.code, providerCode: text)
  }

  /// It failed, is too busy, or was asked too often by this address, app or person.
  private static let weiboBusy: Set<Int> = [
    10001, 10002, 10003, 10009, 10010, 10011, 10022, 10023, 10024, 21331,
  ]

  /// What the protocol calls Weibo's errors. What isn't here keeps its own word.
  private static let weiboCodes: [Int: OAuthError.Code] = [
    21322: .redirectURIMismatch,
    21323: .invalidRequest,
    21324: .invalidClient,
    21325: .invalidGrant,
    21326: .unauthorizedClient,
    21328: .unsupportedGrantType,
    21329: .unsupportedResponseType,
    21330: .accessDenied,
    // The token was used up, is over, was revoked or rejected, or never was one.
    21314: .invalidToken, 21315: .invalidToken, 21316: .invalidToken, 21317: .invalidToken,
    21319: .invalidToken, 21327: .invalidToken, 21332: .invalidToken,
  ]
}
