// SPDX-License-Identifier: Apache-2.0

import TestKit

extension TestUser {
  /// Alice, with an address and a phone number.
  static var settled: TestUser {
    var user = TestUser.alice
    user.claims["address"] = ["country": "JP", "locality": "Tokyo"]
    user.claims["phone_number"] = "+81 3 1234 5678"
    user.claims["phone_number_verified"] = true
    return user
  }
}
