// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("A stored dialect")
struct StoredDialectTests {
  @Test(
    "with an unknown deviation is reported as stored by a newer version",
    arguments: [
      #"{"token_parameters": "carrier_pigeon"}"#, #"{"tokens_by": "post"}"#,
      #"{"errors": {"forms": ["nested", "poem"]}}"#, #"{"extra": {"handshake": "a=b"}}"#,
      #"{"rejections": [{"status": 401, "sign": "frown"}]}"#,
    ])
  func newer(text: String) throws {
    let json = try JSONObject(parsing: Array(text.utf8))
    let error = failure { try Dialect(json: json) }
    #expect(error?.code == .storeFailed && error?.reason.contains("newer version") == true)
  }

  @Test(
    "with a member of the wrong type is refused as damaged",
    arguments: [
      #"{"token_parameters": 1}"#, #"{"fields": {"a": 1}}"#, #"{"errors": "nested"}"#,
      #"{"refresh_tries": "3"}"#, #"{"subject_member": 1}"#, #"{"extra": {"code": "a=%"}}"#,
      #"{"without_proof_key": true}"#, #"{"endless_lifetime": "long"}"#,
    ])
  func damaged(text: String) throws {
    let json = try JSONObject(parsing: Array(text.utf8))
    #expect(failure { try Dialect(json: json) }?.code == .storeDamaged)
  }
}
