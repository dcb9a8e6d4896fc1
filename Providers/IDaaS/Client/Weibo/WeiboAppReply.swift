// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth
public import CoatcheckFoundation

/// The response of Weibo's app.
public struct WeiboAppReply: Sendable {
  /// The identifier of the request that it answers.
  public let requestID: String
  /// The result: 0 for success, -1 when the user cancelled, -3 when the user denied access; other values
  /// are failures.
  public let statusCode: Int
  /// Weibo's access token; nil after a failure.
  public let accessToken: Secret?
  /// Weibo's identifier of the user; nil after a failure.
  public let uid: String?
  /// The time at which the access token expires; nil when the response does not say.
  public let expiresAt: Date?

  /// Creates a response.
  ///
  /// - Parameters:
  ///   - requestID: The identifier of the request that it answers.
  ///   - statusCode: The result: 0 for success.
  ///   - accessToken: Weibo's access token; nil after a failure.
  ///   - uid: Weibo's identifier of the user: up to 20 digits.
  ///   - expiresAt: The time at which the access token expires; nil when unknown.
  public init(
    requestID: String, statusCode: Int, accessToken: Secret? = nil, uid: String? = nil,
    expiresAt: Date? = nil
  ) {
    self.requestID = requestID
    self.statusCode = statusCode
    self.accessToken = accessToken
    self.uid = uid
    self.expiresAt = expiresAt
  }

  /// The access token and the uid of its user.
  ///
  /// - Throws: `userCancelled` when the user denied access, with the number 102; else `refused` with 103.
  func credentials() throws(OAuthError) -> (token: Secret, uid: String) {
    guard statusCode == 0 else { throw Self.error(of: statusCode) }
    guard let accessToken, let uid else {
      throw .weiboFailed("Weibo's app answered without a token.")
    }
    do throws(OAuthError) {
      try Self.check(token: accessToken, uid: uid)
    } catch {
      throw .weiboFailed("Weibo's app answered with something else than a token.")
    }
    return (accessToken, uid)
  }

  /// The error for a status code of Weibo's app.
  static func error(of status: Int) -> OAuthError {
    switch status {
    case -1:
      OAuthError(
        outcome: .unreachable, code: .userCancelled, reason: "The user left Weibo's app.",
        peer: .init(code: OAuthError.cancelledAtWeibo))
    case -3:
      OAuthError(
        outcome: .refused, code: .accessDenied, reason: "The user denied access at Weibo.",
        peer: .init(code: OAuthError.cancelledAtWeibo))
    default: .weiboFailed("Weibo's app failed with the status \(status).")
    }
  }

  /// Checks the syntax of a token and a uid: some apps passed an address in place of the token.
  ///
  /// - Throws: `misused` naming `weiboToken` or `uid`.
  static func check(token: Secret, uid: String) throws(OAuthError) {
    let text = token.reveal()
    let isToken = text.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
      default: false
      }
    }
    guard !text.isEmpty, text.utf8.count <= 1024, isToken else {
      throw .misused("weiboToken", "This is no access token of Weibo's.")
    }
    guard !uid.isEmpty, uid.utf8.count <= 20,
      uid.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { throw .misused("uid", "A uid of Weibo's has up to 20 digits.") }
  }
}

extension OAuthError {
  /// The document's number for a user who denied access at Weibo.
  static let cancelledAtWeibo = "102"
  /// The document's number for Weibo's failures.
  static let failedAtWeibo = "103"
  /// The document's number for a user who went back on the page for binding or registering.
  static let wentBack = "104"
  /// The document's number for a user who closed the slider.
  static let closedSlider = "105"

  static func weiboFailed(_ reason: String, because cause: String? = nil) -> OAuthError {
    OAuthError(
      outcome: .refused, code: .init(rawValue: "weibo_failed"), reason: reason,
      peer: .init(description: cause, code: failedAtWeibo))
  }
}
