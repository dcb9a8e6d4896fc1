// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("The certificate that a token is bound to")
struct CertificateThumbprintTests {
  /// RFC 8705, appendix A.
  static let certificate = """
    MIIBBjCBrAIBAjAKBggqhkjOPQQDAjAPMQ0wCwYDVQQDDARtdGxzMB4XDTE4MTAx
    ODEyMzcwOVoXDTIyMDUwMjEyMzcwOVowDzENMAsGA1UEAwwEbXRsczBZMBMGByqG
    SM49AgEGCCqGSM49AwEHA0IABNcnyxwqV6hY8QnhxxzFQ03C7HKW9OylMbnQZjjJ
    /Au08/coZwxS7LfA4vOLS9WuneIXhbGGWvsDSb0tH6IxLm8wCgYIKoZIzj0EAwID
    SQAwRgIhAP0RC1E+vwJD/D1AGHGzuri+hlV/PpQEKTWUVeORWz83AiEA5x2eXZOV
    bUlJSGQgjwD5vaUaKlLR50Q2DmFfQj1L+SY=
    """

  private func der() throws -> Data {
    try #require(Data(base64Encoded: Self.certificate, options: .ignoreUnknownCharacters))
  }

  @Test("has the thumbprint of RFC 8705's example")
  func vector() throws {
    #expect(
      CertificateThumbprint.value(ofDER: try der())
        == "A4DtL2JmUMhAsvJj5tKyn64SqzmuXbMrJa0n761y5v0")
  }

  @Test("is required on a connection over which a bound token is sent")
  func comparison() throws {
    let bound = TokenConfirmation(
      certificateThumbprint: "A4DtL2JmUMhAsvJj5tKyn64SqzmuXbMrJa0n761y5v0")
    #expect(CertificateThumbprint.matches(certificate: try der(), bound))
    #expect(!CertificateThumbprint.matches(certificate: try der() + [0], bound))
    #expect(!CertificateThumbprint.matches(certificate: Data?.none, bound))
    #expect(CertificateThumbprint.matches(certificate: Data?.none, nil))
    #expect(CertificateThumbprint.matches(certificate: Data?.none, TokenConfirmation()))
  }
}
