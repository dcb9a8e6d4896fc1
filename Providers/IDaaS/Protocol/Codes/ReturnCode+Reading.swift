// SPDX-License-Identifier: Apache-2.0

/// Return codes of older and newer servers.
extension ReturnCode {
  /// Reads a code in the spelling of any version of the interface, without regard to case and white space:
  /// `IDAAS.SDK.COMMON.1001`, `SDK.COMMON.1001`, `COMMON.1001`, and the codes of newer servers, such as
  /// `IDAAS.SDK.PARAM.0003`.
  ///
  /// - Parameter text: The code as it was sent; at most 100 bytes.
  /// - Returns: Nil for an unknown code.
  public init?(text: String) {
    guard text.utf8.count <= 100 else { return nil }
    var words = text.uppercased().filter { !$0.isWhitespace }.split(
      separator: ".", omittingEmptySubsequences: false)
    if words.first == "IDAAS" { words.removeFirst() }
    if words.first == "SDK" { words.removeFirst() }
    let short = words.joined(separator: ".")
    guard let code = ReturnCode(rawValue: short) ?? Self.newer[short] else { return nil }
    self = code
  }

  /// The codes of newer servers, and the nearest code of the document for each.
  private static let newer: [String: ReturnCode] = [
    "PARAM.0001": .deviceIncomplete,
    "PARAM.0002": .parameterMissing,
    "PARAM.0003": .clientUnknown,
    // The ID token, and the session token, is invalid or has expired.
    "PARAM.0016": .expired,
    "PARAM.0023": .expired,
    "CAPTCHA.0002": .captchaWrong,
    "CAPTCHA.0003": .captchaWrong,
    "CAPTCHA.0004": .captchaWrong,
    "CAPTCHA.0006": .sendingFailed,
    "CAPTCHA.0007": .codeWrong,
  ]
}
