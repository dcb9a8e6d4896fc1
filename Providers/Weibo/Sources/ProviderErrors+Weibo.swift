// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

extension ProviderErrors {
  /// The error responses of Weibo, which are numbers, and the OAuth error codes that they stand for.
  public static let weibo: ProviderErrors = {
    var errors = ProviderErrors(
      [.errorNumber],
      codes: [
        "21322": .redirectURIMismatch,
        "21323": .invalidRequest,
        "21324": .invalidClient,
        "21325": .invalidGrant,
        "21326": .unauthorizedClient,
        "21328": .unsupportedGrantType,
        "21329": .unsupportedResponseType,
        "21330": .accessDenied,
        // The token was used, has expired, was revoked or rejected, or is unknown.
        "21314": .invalidToken, "21315": .invalidToken, "21316": .invalidToken,
        "21317": .invalidToken, "21319": .invalidToken, "21327": .invalidToken,
        "21332": .invalidToken,
      ])
    // The server failed, is overloaded, or limits this address, app or user.
    errors.busy = [
      "10001", "10002", "10003", "10009", "10010", "10011", "10022", "10023", "10024", "21331",
    ]
    errors.numberPrefix = "weibo_"
    return errors
  }()
}
