// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct Fapi1AdvancedFinalClientTestEncryptedIdtokenUsingrsa15 {
  @Test(
    "fapi1-advanced-final-client-test-encrypted-idtoken-usingrsa15: an envelope of RSA1_5 is never opened"
  )
  func refused() async throws {
    let own = try DecryptionKey.generate(.rsaOAEP)
    let party = try await RelyingParty.fapi1(.rsa15Envelope, openedBy: own)
    try await party.expectRefusal(.idTokenInvalid, options: .jwtResponse)
  }
}
