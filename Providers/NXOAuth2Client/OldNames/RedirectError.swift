// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth
import Foundation

/// The errors of a redirect that opened the app, with the numbers of the old library.
enum RedirectError {
  /// The address is not the response to a flow that was begun here.
  static var foreign: NSError {
    OAuthError.unreadable(
      .stateMismatch, "The callback does not belong to a sign-in of this client.",
      parameter: "state"
    ).nsError
  }

  /// The error that an address reports; nil when it reports no error.
  static func reported(by url: URL?) -> NSError? {
    let query = url?.absoluteString.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
    guard let name = (try? Parameters(bytes: Array(query.utf8)))?["error"] else { return nil }
    return NSError(
      domain: NXOAuth2ErrorDomain, code: numbers[name.lowercased()] ?? 0,
      userInfo: [NSLocalizedDescriptionKey: "The service refused the request."])
  }

  private static let numbers = [
    "invalid_request": NXOAuth2InvalidRequestErrorCode,
    "invalid_client": NXOAuth2InvalidClientErrorCode,
    "unauthorized_client": NXOAuth2UnauthorizedClientErrorCode,
    "redirect_uri_mismatch": NXOAuth2RedirectURIMismatchErrorCode,
    "access_denied": NXOAuth2AccessDeniedErrorCode,
    "unsupported_response_type": NXOAuth2UnsupportedResponseTypeErrorCode,
    "invalid_scope": NXOAuth2InvalidScopeErrorCode,
  ]
}
