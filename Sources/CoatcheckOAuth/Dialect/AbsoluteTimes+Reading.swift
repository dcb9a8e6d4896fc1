// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE

extension AbsoluteTimes {
  /// The end of the access token; nil when the reply doesn't say it in this form.
  func expiry(in json: JSONObject) -> Expiry? { nil }

  /// The end of the refresh token; nil when the reply doesn't say it in this form.
  func refreshExpiry(in json: JSONObject) -> Expiry? { nil }
}
