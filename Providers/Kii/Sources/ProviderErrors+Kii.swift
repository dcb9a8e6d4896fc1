// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

extension ProviderErrors {
  /// The form of Kii's error responses, and the error codes that they mean.
  public static let kii = ProviderErrors(
    [.errorCode],
    codes: [
      "WRONG_TOKEN": .invalidToken,
      // A refresh token that was used before or has expired: the session ends.
      "WRONG_REFRESH_TOKEN": .invalidGrant,
      "AUTHENTICATION_FAILED": .invalidGrant,
      "WRONG_PASSWORD": .invalidGrant,
      // The token stays valid, and an administrator can enable the user again: the session does not end.
      "USER_DISABLED": .interactionRequired,
      "UNAUTHORIZED": .invalidClient,
      "APP_NOT_FOUND": .invalidClient,
      "APP_DISABLED": .unauthorizedClient,
      "OAUTH2_ERROR": .invalidRequest,
    ])
}
