// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct Fapi1AdvancedFinalClientTestEncryptedIdtoken {
  @Test(
    "fapi1-advanced-final-client-test-encrypted-idtoken: an ID token in an envelope is opened, and then verified"
  )
  func works() async throws {
    let own = try DecryptionKey.generate(.rsaOAEP)
    let party = try await RelyingParty.fapi1(openedBy: own)
    try await party.expectSignIn(options: .jwtResponse)
    let bare = try await RelyingParty.fapi1(.missingEnvelope, openedBy: own)
    try await bare.expectRefusal(.idTokenInvalid, options: .jwtResponse)
  }
}
