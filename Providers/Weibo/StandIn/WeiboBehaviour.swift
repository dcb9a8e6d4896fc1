// SPDX-License-Identifier: Apache-2.0

import CoatcheckTesting

/// How Weibo behaves where its documents and its answers differ, or where apps differ.
public struct WeiboBehaviour: Sendable {
  /// Whether `uid` of a token reply is a number; a text unless set.
  public var uidIsNumber = false
  /// Whether `uid` of token information is a number, as in the sample of the document; a text if unset.
  public var informationUIDIsNumber = true
  /// Whether `remind_in` is a number; a text unless set.
  public var remindIsNumber = false
  /// How many answers of `get_token_info` are empty before the first good one.
  public var emptyTokenInformation = 0
  /// Whether a request with an empty `scope` fails.
  public var refusesEmptyScope = true
  /// Whether a reply carries a refresh token: those of apps that use Weibo's own SDK do.
  public var givesRefreshTokens = false
  /// Whether a browser that signed in once stays signed in at Weibo, so that the page is not shown again
  /// unless `forcelogin` asks for it.
  public var remembersBrowsers = false
  /// Whether the scopes of token information are a text with commas; `null` unless set.
  public var tellsScopes = true
  /// Whether a token reply is called `text/plain`.
  public var callsTokensText = false

  /// As the document has it.
  public init() {}
}
