// SPDX-License-Identifier: Apache-2.0

import TestSupport
@testable import CoatcheckJOSE

/// RSASSA-PSS with other parameters than those of PS256.
@Suite("RSASSA-PSS")
struct PSSTests {
  /// Signatures of one token by the key of RFC 7515 A.2, made with
  /// `openssl dgst -sha256 -sigopt rsa_padding_mode:pss -sigopt rsa_mgf1_md:… -sigopt rsa_pss_saltlen:…`.
  private static let signatures = [
    Case(
      "mask hash SHA-256, salt of 32 bytes",
      "hxbRwQNxNLuPELYH81MTtJmSdTXtfe6QPqxJ7JFvmlRIok8lZyxOfbfO5q6DdcC3q1jaCuSXS3p-e4avGvikhtWDh1"
        + "yxEzBKVvB7L1FS7KPbZ342aOjDND4fzVuLsG7TeeKIzq58fhlDr57h8D_ohd17bFxpwaZIqvHDPt70svneJu0C10b1"
        + "TVGAmWgfAU-_vBWszHJuPPgJkYLCuPGY6EglpUYnSLQm2V5iSvlFVcYD7QiSnok6uYy0Yb0XecEFyQnZkIdM589S2A"
        + "ImzBxJ1TnUxZMEJskbfyLkvOIrL8pX7W64bd0wOWBKeCri1-kCqGFF4reejH1nYSrSrINnWg"),
    Case(
      "mask hash SHA-1",
      "FS6Y8dwCcZBaHVicL7xYTqnObMBMsF44vBR0OoKApgmRZGX6XXo5GMHHazJvfv-EX2M7oxvg9IiUEYr9S08rkh8qFu"
        + "F2HoRX_Ptek0R6FkIctr21sbtu4nsMEFSWjVwhMAFI4-201JFi6VJgvYmEkoyiHtjih3f-eBdkQYOyzJ5-76jRXYmU"
        + "PbsPYxNIYULbFVtH9N4xige3OME8vxj3qdawRJJZNs0JODny_XwRwz53jBWW1-P1uLutmkBxHoMFNNzO7Xkhs1dfyz"
        + "O9t2RDyhDLZXg2-BZdE9xCoLQ_vIhlrD2xoJbt9P1LQZVaDyzUbxQ8HExwxrNbNrmCE_s0VQ"),
    Case(
      "mask hash SHA-512",
      "f22v0nFsQflx4dWNR2pbRi47Cn-yFboMmK-fJfMq8euyfIUC8T6UZdFIe5xQ4P3sUiVQHoXx46keU4KqDMArmKEi4p"
        + "4WpBlbrwbvBG3MoEcwQRX-OxqSNC2DdyaBzuxo7oWWJ2aFuk4Sb2quAr6GWO6LykjaTPSIs2gAR2aYvw8WFFJVlOn8"
        + "fjwHO8HVm1Ua-sQ3OUeWlnr8C3wSd2JZH8zeuBDoQ1mNnBYfw7IjEnkgJ5n923f-py-2CW5qNRMQMKKkdiyPR6Vubu"
        + "8qiAX4qNzny6ZAXbwB7UKKkk0c7rI9jgbC5PvALHNGBjrz7xDX76CVCbUmDQSmDd-8tJyNLA"),
    Case(
      "no salt",
      "HhYVHhRLCiM2vnlJUBuLdOa5Bt0wUX3U8p-7E5-mZ7rhn1YmYxxmQycCusWkhwCQAGMPNHOZXPePBQLqC5AqyqI_VU"
        + "ZKQBOXgvYtETyp4TDrk35QDXFPlh1DQlyAlLaD_b5C6-zgCU1scybNozQalJgcYvx1bZVr_uVPbP7RyDfvfZz-uGzN"
        + "Ih4Y3wgIvdVKzV2aj8qN-EKhbQli1LwAgX_DA7Hs97tyeNo8uBXzbUs1QJj0-UpUj94j1MshYjnIfmAv8WQUD6pav2"
        + "1PBW5QltbWFE_FKLLB7dHdR_Wp6xXJtJNgv2CDJzeqQOkYWhEN8Ds4-7Nr0jr9AEqvx8DwxQ"),
    Case(
      "salt of 20 bytes",
      "AW65W_huCJDB_cRJDzsOdsx-8pEHtkuRCweGP4IdJ2tEKRu8GwsXa1E0LqZ4GaDA9u5E2LPrvGKADP_HpVNZ37-TBs"
        + "B-avST3yD91Il_0sGK22sVlqv69geKBN8TpwpdH0lM5lqFgeU2i4wtplvmqdLOy58mvXKTe27Qf-RvYotpYW6ma6zI"
        + "T6PxODnfg0v3B3OvlitRy-cjH_oiE-MFuG_IcHUoRxMMBsKD-30QPpfYM2ybtnh28qMcJbcmTxVbLTRXb-s2ybaMTg"
        + "-MgkTVORfxcN8NGnU2jkkLsmEa7-lG-HQfnnwOnHR4_UNaYjoqDpvtd3uHmGGha6TYucqWYg"),
    Case(
      "salt of 222 bytes",
      "aR2qcYaiupyEWuZugp89rpUp7d68KR0-c3jIsb8vwP6X_si8r0jgoCziBWEVt4IlwsjDseYJ-uefDYXxNvTgSfMXuG"
        + "MHJxwc11qGZxxkNksoGAGT6ePc71HmlHaZBPdWSVpW9Z4LGjOZPbwcVBnEvSso0mdw4iLatD9Q1NXIOMpLOZiUfRaT"
        + "QVWriy-QBUAF_GZinkp2eqbZTeCnMZqcXOI8WE2e1pqvfbUlGAql3B4gbZP7lpn1CTUYgbvPguIOKPM4XVPDxbiJPH"
        + "12XdSLAJE-CUD3ul7EDUzcn6Bn95DrBGRMJEnlrQjoVeXh-qYu5tuUymFg0juxGjNUrJNghA"),
  ]

  // attack: J-48
  @Test("a PSS signature with another mask hash or salt length is refused", arguments: signatures)
  func parameters(signature: Case<String>) throws {
    let key = try VerificationKey(JWK(parsing: Fixture.rsaJWK))
    let token =
      Base64URL.encode(#"{"alg":"PS256"}"#.utf8) + "." + Base64URL.encode(#"{"sub":"alice"}"#.utf8)
      + "." + signature.value
    let isPS256 = signature.name == "mask hash SHA-256, salt of 32 bytes"
    #expect(
      refusal { try UnverifiedJWT(token).verified(by: key, accepting: [.ps256]) }
        == (isPS256 ? nil : .invalidSignature))
  }

  // attack: J-48
  @Test("each Wycheproof signature with a modified PSS encoding is refused")
  func encodedMessage() throws {
    let groups = try Vectors.load("wycheproof/json_web_signature_test.json").objects("testGroups")
    let key = try VerificationKey(JWK(parsing: groups[6].object("public")))
    var counts: [String: Int] = [:]
    for vector in try groups[6].objects("tests") where try vector.text("result") == "invalid" {
      counts[try vector.text("comment"), default: 0] += 1
      let jws = try CompactJWS(vector.text("jws"))
      #expect(refusal { try jws.verifiedPayload(by: key, accepting: [.ps256]) } != nil)
    }
    #expect(counts["PSModified"] == 6)
    #expect(counts["SaltLenChanged"] == 6)
    #expect(counts["ModifiedHash"] == 8)
    #expect(counts["MaskedDbChanged"] == 1)
    #expect(counts.values.reduce(0, +) == 42)
  }
}
