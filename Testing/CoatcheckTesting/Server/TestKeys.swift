// SPDX-License-Identifier: Apache-2.0
package import CoatcheckIssuer
package import CoatcheckJOSE
package import CoatcheckOAuth

/// The keys of every test server. They are public and must sign nothing except test tokens.
///
/// Generating an RSA key takes longer than most tests, and fixed keys have the same identifiers in every run.
package enum TestKeys {
  /// The master key of every test server.
  package static func master() throws(OAuthError) -> MasterKey {
    guard let key = MasterKey(bytes: Array(repeating: 7, count: MasterKey.byteCount)) else {
      throw .misused("master", "the test key has the wrong length")
    }
    return key
  }

  /// The signing keys.
  package static func signing() throws(JOSEError) -> [SigningKey] {
    [try SigningKey(privateJWK: elliptic), try SigningKey(privateJWK: rsa)]
  }

  private static let elliptic: JSONObject = [
    "kty": "EC",
    "crv": "P-256",
    "alg": "ES256",
    "x": "Wpyl1mTCf_Nl0E3CVxifBEXUtN8bf9WVdKMlKGDRavw",
    "y": "zeM1j6xKz7Xvj6nI4PEW1BUY9fWgd4iCUsAkTvMpuH0",
    "d": "kuKAJ_ZywhPlCwigBIouk9v_-X8XzxwcsKKe5lUNSUQ",
  ]

  private static let rsa: JSONObject = [
    "kty": "RSA",
    "alg": "RS256",
    "e": "AQAB",
    "n": .string(
      "nAVXQOqDh2eCsZdyWdP4vO3P90eHXApzL-UuL-Q6C8iGgw1hacVAn_-"
        + "HYZldbyrF42XpPclfRzmJLAzjTtUyarzsQ4tvO8WU5D7T0dwXoO-"
        + "rM_4fBYfQJ84NJAi14MLE4WcSWatQ-G5K6dIUQ1euX-J_O0cLHsOquQurl_VCtzdQ79KAWvcpkaxHbmR"
        + "f42z9Q98X9IF2oItdD-"
        + "5ZRhO6Z0BtAOnnFhdZQFFApfP2m5IUandBHOh7epdGXrM2Me8wGOWjViGKtbTYkWDEfnoge9V_Gs9RpN"
        + "_wgcXo9DwmlhseD1RY61qgJuQMSX31GJ1tOYJm9ql-bN3NRlwWKgf03Q"),
    "d": .string(
      "BKVWEU1KaFxJNH-VfJ5GwF12fV8IZVG8V1dENlHd9p7cfoeF-I_SmlESF3JpKVfFN72_ocLezvCkKIcj"
        + "t6O6khoZEPPUdpuuENPcG9opa_XnC6_L_a6rIJxOoN2PiOdT1IBst_XVfehO28KRLuYr_5fvgPTfHGXo"
        + "LgVucSJw_6Keo7lwBX3fjZrxgOA1KIyhN7ueKEO0mQEBGs3tG0udFScIiusBv0QKoE1gsDDyMK9wfJI_"
        + "RQOQhgBmFStXyYf9JbS_zaF0fB_wj6dZBpnS_NIrtnibuKZPgJK5m6BXtEQUWSBhLCpRKmbP_Oe2p51O"
        + "SeUKdQRCPt9uST0PlOwrMw"),
    "p": .string(
      "yeec2LFZcD0Jq4QM1DFyYBo9Zi3sIxDKckeB-ro_nlYpFaQ9JKtUqFIUOkuzfI5ZW8aYcLU2FS5oIUDr"
        + "AhvsBWqnhHYhtItKolAIKVOEtjNJCTRXfVqGFAMSJAunSJ21SOlmaLi4xe3D0-"
        + "rckvukwE5XwHxFYzNhT313720CU1c"),
    "q": .string(
      "xdKcqlxuCKHmvk7-7adhjltvupSOQr4tpuv4J41fs8717hh0Q6kIn_aRYCMSlDR-SlC8h_V1uTIGEwEg"
        + "9AVAJH1TXug62lpfGk0qFDBsH1wjtT39R-"
        + "SM3u_huXMdg7QUrp6WEsIUhuT53Txdns6YiErzghFaKvL0CshBYQzxrOs"),
    "dp": .string(
      "MDbQ66YeN4E75-tWrO1J5M0fUGEy_ISr83JEBb2oJ4VntjVMLI-"
        + "FXdSL5AfjyqCrkhDwoimDyrcUQqyf8hb826ZGbolPLy_8GJqH-"
        + "GZrUJ8al8oaAmM1lV3OXTEzN1IB0nF59RP3e7x1gQuatLbG9u0-Y0bJwxCn8jWCCHi9j20"),
    "dq": .string(
      "ZT4-Cf6WHfrmQf3iALVKe3YWf5IqIMR-"
        + "TtCzx2JWWYsRWJLRZhNro5qommA40Prwq44YfyjD4E1WyIEqYVkSk9pEQe1uuXPI-"
        + "ogFgiGqJH6ek9Ku_w1cf3ibuLLOpyoR77CgM-d6Y_NqYazUaUNo01Awwh-pWxPOjHoi482hHpM"),
    "qi": .string(
      "JcUeMkwlT1mRGReedskbKNG5_dOYgI1QwX67wHv7xVOZ0NSpczdTE28DrSlg0_j9IjcA-"
        + "6lbx42ngKZVWnJOrNXANtsIVpcklCbLDfk4Y0bDB_RKT053WdJZN3QygMTGuFhjcYVrh6HUeQoM1DwvS"
        + "G_w7solDEGoiLfx68de8Fc"),
  ]
}
