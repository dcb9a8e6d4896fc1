// SPDX-License-Identifier: Apache-2.0

import CoatcheckTesting

/// The behavior of the stand-in where Weibo's documentation and its responses differ, or where apps
/// differ.
public struct WeiboBehaviour: Sendable {
  /// Whether `uid` of a token response is a JSON number instead of a string.
  public var uidIsNumber = false
  /// Whether `uid` of token information is a JSON number, as in the sample of the documentation, instead
  /// of a string.
  public var informationUIDIsNumber = true
  /// Whether `remind_in` is a JSON number instead of a string.
  public var remindIsNumber = false
  /// The number of empty responses of `get_token_info` before the first complete one.
  public var emptyTokenInformation = 0
  /// Whether a request with an empty `scope` fails.
  public var refusesEmptyScope = true
  /// Whether token responses contain a refresh token, as for apps that use Weibo's own SDK.
  public var givesRefreshTokens = false
  /// Whether a browser stays signed in at Weibo, so that the page is shown again only when `forcelogin`
  /// requests it.
  public var remembersBrowsers = false
  /// Whether the scopes of token information are a string with commas; otherwise `null`.
  public var tellsScopes = true
  /// Whether the media type of a token response is `text/plain`.
  public var callsTokensText = false

  /// Creates the behavior of the documentation.
  public init() {}
}
