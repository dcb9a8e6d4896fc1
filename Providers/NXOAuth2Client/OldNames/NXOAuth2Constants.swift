// SPDX-License-Identifier: Apache-2.0

public import Foundation

// The names, texts and numbers of the old library's headers.

/// The domain of the old library's own errors.
public let NXOAuth2ErrorDomain = "NXOAuth2ErrorDomain"
/// The domain of errors whose number is a status of HTTP.
public let NXOAuth2HTTPErrorDomain = "NXOAuth2HTTPErrorDomain"
/// The error in the user info of notifications.
public let NXOAuth2AccountStoreErrorKey = "NXOAuth2AccountStoreErrorKey"

/// `invalid_request`
public let NXOAuth2InvalidRequestErrorCode = -1001
/// `invalid_client`
public let NXOAuth2InvalidClientErrorCode = -1002
/// `unauthorized_client`
public let NXOAuth2UnauthorizedClientErrorCode = -1003
/// `redirect_uri_mismatch`
public let NXOAuth2RedirectURIMismatchErrorCode = -1004
/// `access_denied`
public let NXOAuth2AccessDeniedErrorCode = -1005
/// `unsupported_response_type`
public let NXOAuth2UnsupportedResponseTypeErrorCode = -1006
/// `invalid_scope`
public let NXOAuth2InvalidScopeErrorCode = -1007
/// The token has expired and could not be refreshed.
public let NXOAuth2CouldNotRefreshTokenErrorCode = -2001

/// The context of the connection that requests a token.
public let NXOAuth2ClientConnectionContextTokenRequest = "tokenRequest"
/// The context of the connection that refreshes a token.
public let NXOAuth2ClientConnectionContextTokenRefresh = "tokenRefresh"

/// The account type in the user info of notifications.
public let kNXOAuth2AccountStoreAccountType = "kNXOAuth2AccountStoreAccountType"
/// The new account in the user info of ``Foundation/NSNotification/Name/NXOAuth2AccountStoreAccountsDidChange``.
public let NXOAuth2AccountStoreNewAccountUserInfoKey = "NXOAuth2AccountStoreNewAccountUserInfoKey"

/// The client's id, a string. Required.
public let kNXOAuth2AccountStoreConfigurationClientID =
  "kNXOAuth2AccountStoreConfigurationClientID"
/// The client's secret, a string.
public let kNXOAuth2AccountStoreConfigurationSecret = "kNXOAuth2AccountStoreConfigurationSecret"
/// Where browsers are sent, a URL. Required.
public let kNXOAuth2AccountStoreConfigurationAuthorizeURL =
  "kNXOAuth2AccountStoreConfigurationAuthorizeURL"
/// Where tokens are requested, a URL. Required.
public let kNXOAuth2AccountStoreConfigurationTokenURL =
  "kNXOAuth2AccountStoreConfigurationTokenURL"
/// Where browsers come back to, a URL.
public let kNXOAuth2AccountStoreConfigurationRedirectURL =
  "kNXOAuth2AccountStoreConfigurationRedirectURL"
/// The scopes, a set of strings.
public let kNXOAuth2AccountStoreConfigurationScope = "kNXOAuth2AccountStoreConfigurationScope"
/// The type of tokens whose type the service does not say, a string.
public let kNXOAuth2AccountStoreConfigurationTokenType =
  "kNXOAuth2AccountStoreConfigurationTokenType"
/// `POST` or `GET`.
public let kNXOAuth2AccountStoreConfigurationTokenRequestHTTPMethod =
  "kNXOAuth2AccountStoreConfigurationTokenRequestHTTPMethod"
/// The name that a client's token was stored under, a string.
public let kNXOAuth2AccountStoreConfigurationKeyChainGroup =
  "kNXOAuth2AccountStoreConfigurationKeyChainGroup"
/// The keychain access group, a string.
public let kNXOAuth2AccountStoreConfigurationKeyChainAccessGroup =
  "kNXOAuth2AccountStoreConfigurationKeyChainAccessGroup"
/// Parameters that go along, a dictionary of strings.
public let kNXOAuth2AccountStoreConfigurationAdditionalAuthenticationParameters =
  "kNXOAuth2AccountStoreConfigurationAdditionalAuthenticationParameters"
/// Header fields of token requests, a dictionary of strings.
public let kNXOAuth2AccountStoreConfigurationCustomHeaderFields =
  "kNXOAuth2AccountStoreConfigurationCustomHeaderFields"

extension NSNotification.Name {
  /// A request for access failed. The user info has the account type and the error.
  public static let NXOAuth2AccountStoreDidFailToRequestAccess = NSNotification.Name(
    "NXOAuth2AccountStoreDidFailToRequestAccessNotification")
  /// Accounts were found, added, refreshed or removed.
  public static let NXOAuth2AccountStoreAccountsDidChange = NSNotification.Name(
    "NXOAuth2AccountStoreAccountsDidChangeNotification")
  /// The app changed an account's user data.
  public static let NXOAuth2AccountDidChangeUserData = NSNotification.Name(
    "NXOAuth2AccountDidChangeUserDataNotification")
  /// An account got a token, or its token was refreshed.
  public static let NXOAuth2AccountDidChangeAccessToken = NSNotification.Name(
    "NXOAuth2AccountDidChangeAccessTokenNotification")
  /// An account lost its token. It is removed from the store.
  public static let NXOAuth2AccountDidLoseAccessToken = NSNotification.Name(
    "NXOAuth2AccountDidLoseAccessTokenNotification")
  /// A refresh of an account's token failed. The user info has the error.
  public static let NXOAuth2AccountDidFailToGetAccessToken = NSNotification.Name(
    "NXOAuth2AccountDidFailToGetAccessTokenNotification")
  /// A connection began.
  public static let NXOAuth2ConnectionDidStart = NSNotification.Name(
    "NXOAuth2ConnectionDidStartNotification")
  /// A connection ended.
  public static let NXOAuth2ConnectionDidEnd = NSNotification.Name(
    "NXOAuth2ConnectionDidEndNotification")
}
