// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct FapiCibaId1ClientInvalidSignatureTest {
  @Test("fapi-ciba-id1-client-invalid-signature-test: a corrupt signature signs nobody in")
  func refused() async throws {
    let party = try await BackchannelParty(.corruptSignature(.es256))
    try await party.expectRefusal(.idTokenInvalid, tokenRequests: 2)
  }
}
