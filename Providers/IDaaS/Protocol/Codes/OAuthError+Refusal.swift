// SPDX-License-Identifier: Apache-2.0

package import CoatcheckJOSE
public import CoatcheckOAuth

/// Refusals of the interface as the library's errors.
extension OAuthError {
  /// The return code of the interface in the error response; nil for an unknown code and for an error
  /// without one.
  public var returnCode: ReturnCode? { providerCode.flatMap(ReturnCode.init(text:)) }

  /// The detail of the return code, where the server sends one: `error_detail`.
  public var refusalDetail: RefusalDetail? { providerDetail.map(RefusalDetail.init(rawValue:)) }

  /// An error response of the interface.
  ///
  /// - Parameters:
  ///   - json: The body, which names a code.
  ///   - status: The status of the response.
  ///   - retryAfter: What the field `Retry-After` says.
  package init?(refusal json: JSONObject, status: Int, retryAfter: Duration?) {
    guard let text = json.text("error_code"), !text.isEmpty, text != "0" else { return nil }
    let refusal = Refusal(json: json)
    // A newer server may return an unknown code: then the status decides whether it is transient.
    let meaning =
      refusal?.meaning ?? (status >= 500 ? .later : Refusal.Meaning(.refused, .invalidRequest))
    // 429 and 5xx say nothing about the grant, whatever the code: no session ends because of them.
    let isLater = meaning == .later || status == 429 || status >= 500
    let wait = json.integer("retry_after").flatMap {
      $0 > 0 ? Duration.seconds(min($0, 3600)) : nil
    }
    self.init(
      outcome: isLater ? .unreachable : meaning.outcome,
      code: isLater ? .temporarilyUnavailable : meaning.code,
      reason: "The identity service refused."
        + (refusal.map { " " + $0.message(in: .english) } ?? ""), status: status,
      parameter: refusal?.parameter,
      peer: .init(
        description: json.text("error_msg"), code: text, detail: json.text("error_detail"),
        attemptsLeft: json.integer("attempts_left")))
    self.retryAfter = retryAfter ?? wait
  }
}
