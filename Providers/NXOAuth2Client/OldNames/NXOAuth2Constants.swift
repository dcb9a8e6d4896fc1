// SPDX-License-Identifier: Apache-2.0

public import Foundation

// The names, texts and numbers of the old library's headers.

/// The domain of the old library's own errors. New code uses `OAuthError`, or `NXErrorCode` for the old
/// numbers.
public let NXOAuth2ErrorDomain = "NXOAuth2ErrorDomain"
/// The domain of errors whose code is a status code of HTTP.
public let NXOAuth2HTTPErrorDomain = "NXOAuth2HTTPErrorDomain"
/// The key of the error in the user info of notifications.
public let NXOAuth2AccountStoreErrorKey = "NXOAuth2AccountStoreErrorKey"

/// The number of the error code `invalid_request`.
public let NXOAuth2InvalidRequestErrorCode = -1001
/// The number of the error code `invalid_client`.
public let NXOAuth2InvalidClientErrorCode = -1002
/// The number of the error code `unauthorized_client`.
public let NXOAuth2UnauthorizedClientErrorCode = -1003
/// The number of the error code `redirect_uri_mismatch`.
public let NXOAuth2RedirectURIMismatchErrorCode = -1004
/// The number of the error code `access_denied`.
public let NXOAuth2AccessDeniedErrorCode = -1005
/// The number of the error code `unsupported_response_type`.
public let NXOAuth2UnsupportedResponseTypeErrorCode = -1006
/// The number of the error code `invalid_scope`.
public let NXOAuth2InvalidScopeErrorCode = -1007
/// The token has expired and could not be refreshed.
public let NXOAuth2CouldNotRefreshTokenErrorCode = -2001

/// The context of the connection that requests a token. It is not used: see
/// ``NXOAuth2Client/authConnection``.
public let NXOAuth2ClientConnectionContextTokenRequest = "tokenRequest"
/// The context of the connection that refreshes a token. It is not used: see
/// ``NXOAuth2Client/authConnection``.
public let NXOAuth2ClientConnectionContextTokenRefresh = "tokenRefresh"

/// The key of the account type in the user info of notifications.
public let kNXOAuth2AccountStoreAccountType = "kNXOAuth2AccountStoreAccountType"
/// The key of the new account in the user info of
/// ``Foundation/NSNotification/Name/NXOAuth2AccountStoreAccountsDidChange``.
public let NXOAuth2AccountStoreNewAccountUserInfoKey = "NXOAuth2AccountStoreNewAccountUserInfoKey"

/// The client id, a string. Required.
public let kNXOAuth2AccountStoreConfigurationClientID =
  "kNXOAuth2AccountStoreConfigurationClientID"
/// The client secret, a string.
public let kNXOAuth2AccountStoreConfigurationSecret = "kNXOAuth2AccountStoreConfigurationSecret"
/// The authorization endpoint, a URL. Required.
public let kNXOAuth2AccountStoreConfigurationAuthorizeURL =
  "kNXOAuth2AccountStoreConfigurationAuthorizeURL"
/// The token endpoint, a URL. Required.
public let kNXOAuth2AccountStoreConfigurationTokenURL =
  "kNXOAuth2AccountStoreConfigurationTokenURL"
/// The registered redirect URI, a URL.
public let kNXOAuth2AccountStoreConfigurationRedirectURL =
  "kNXOAuth2AccountStoreConfigurationRedirectURL"
/// The scopes, a set of strings.
public let kNXOAuth2AccountStoreConfigurationScope = "kNXOAuth2AccountStoreConfigurationScope"
/// The token type of token responses without `token_type`, a string.
public let kNXOAuth2AccountStoreConfigurationTokenType =
  "kNXOAuth2AccountStoreConfigurationTokenType"
/// The method of token requests, a string: `POST` or `GET`.
public let kNXOAuth2AccountStoreConfigurationTokenRequestHTTPMethod =
  "kNXOAuth2AccountStoreConfigurationTokenRequestHTTPMethod"
/// The name under which the old library stored a client's token, a string. It is not used: an account is
/// stored under its identifier.
public let kNXOAuth2AccountStoreConfigurationKeyChainGroup =
  "kNXOAuth2AccountStoreConfigurationKeyChainGroup"
/// The keychain access group, a string.
public let kNXOAuth2AccountStoreConfigurationKeyChainAccessGroup =
  "kNXOAuth2AccountStoreConfigurationKeyChainAccessGroup"
/// Further parameters of the authorization request, and of the token requests for a code and for a
/// password; a dictionary of strings.
public let kNXOAuth2AccountStoreConfigurationAdditionalAuthenticationParameters =
  "kNXOAuth2AccountStoreConfigurationAdditionalAuthenticationParameters"
/// Header fields of token requests, a dictionary of strings.
public let kNXOAuth2AccountStoreConfigurationCustomHeaderFields =
  "kNXOAuth2AccountStoreConfigurationCustomHeaderFields"

extension NSNotification.Name {
  /// A sign-in of the account store failed. The user info has the account type and the error.
  public static let NXOAuth2AccountStoreDidFailToRequestAccess = NSNotification.Name(
    "NXOAuth2AccountStoreDidFailToRequestAccessNotification")
  /// Accounts were loaded, added, refreshed or removed.
  public static let NXOAuth2AccountStoreAccountsDidChange = NSNotification.Name(
    "NXOAuth2AccountStoreAccountsDidChangeNotification")
  /// The app changed an account's user data.
  public static let NXOAuth2AccountDidChangeUserData = NSNotification.Name(
    "NXOAuth2AccountDidChangeUserDataNotification")
  /// An account got a token, or its token was refreshed.
  public static let NXOAuth2AccountDidChangeAccessToken = NSNotification.Name(
    "NXOAuth2AccountDidChangeAccessTokenNotification")
  /// The session of an account has ended. The account is removed from the account store.
  public static let NXOAuth2AccountDidLoseAccessToken = NSNotification.Name(
    "NXOAuth2AccountDidLoseAccessTokenNotification")
  /// A sign-in or a refresh of an account failed. The user info has the error.
  public static let NXOAuth2AccountDidFailToGetAccessToken = NSNotification.Name(
    "NXOAuth2AccountDidFailToGetAccessTokenNotification")
  /// A connection has started; the object is the ``NXOAuth2Connection``.
  public static let NXOAuth2ConnectionDidStart = NSNotification.Name(
    "NXOAuth2ConnectionDidStartNotification")
  /// A connection has ended; the object is the ``NXOAuth2Connection``.
  public static let NXOAuth2ConnectionDidEnd = NSNotification.Name(
    "NXOAuth2ConnectionDidEndNotification")
}
