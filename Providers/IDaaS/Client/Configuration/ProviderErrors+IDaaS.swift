// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth

extension ProviderErrors {
  /// The error responses of the token endpoint. Some generations leave out the words `IDAAS.SDK.`.
  static let idaas: ProviderErrors = {
    var errors = ProviderErrors(
      [.returnCode],
      codes: [
        // The session token has expired, or its user was deleted: the session ends.
        "COMMON.1005": .invalidGrant,
        "COMMON.1013": .invalidGrant,
        "PARAM.0023": .invalidGrant,
        "PARAM.0016": .invalidToken,
        "COMMON.1001": .invalidRequest,
        "COMMON.1002": .invalidRequest,
        "COMMON.1003": .invalidRequest,
        "COMMON.1006": .invalidRequest,
        "COMMON.1007": .invalidRequest,
        "PARAM.0001": .invalidRequest,
        "COMMON.1012": .invalidClient,
        "PARAM.0002": .invalidClient,
        "PARAM.0003": .invalidClient,
      ])
    errors.details = ["session_expired": .invalidGrant, "session_reused": .invalidGrant]
    errors.busy = ["COMMON.1008", "rate_limited"]
    return errors
  }()
}
