// SPDX-License-Identifier: Apache-2.0
import TestKit

@testable import CoatcheckIDaaSServer

@Suite("The signature of a gateway")
struct SignatureTests {
  @Test("of Alibaba Cloud is that of its documentation's example")
  func aliyunPublished() {
    // https://www.alibabacloud.com/help/en/sdk/product-overview/v3-request-structure-and-signature
    let query = ACS3Signature.query([
      "RegionId": "cn-shanghai", "ImageId": "win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd",
    ])
    let fields = [
      "host": "ecs.cn-shanghai.aliyuncs.com", "x-acs-action": "RunInstances",
      "x-acs-content-sha256": SignedText.digest(Data()), "x-acs-date": "2023-10-26T10:22:32Z",
      "x-acs-signature-nonce": "3156853299f313e23d1673dc12e1703d", "x-acs-version": "2014-05-26",
    ]
    let authorization = ACS3Signature.authorization(
      method: "POST", query: query, fields: fields, body: Data(), keyID: "YourAccessKeyId",
      secret: Secret("YourAccessKeySecret"))
    #expect(
      authorization == "ACS3-HMAC-SHA256 Credential=YourAccessKeyId,"
        + "SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;"
        + "x-acs-signature-nonce;x-acs-version,"
        + "Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0")
  }

  @Test("of Alibaba Cloud over a message is what another program computes")
  func aliyunMessage() {
    // Computed by Python's hmac and urllib from the same values.
    let query = ACS3Signature.query([
      "PhoneNumbers": "13800000000", "SignName": "演示", "TemplateCode": "SMS_1",
      "TemplateParam": #"{"code":"012345"}"#, "OutId": "m~1 *",
    ])
    #expect(
      query == "OutId=m~1%20%2A&PhoneNumbers=13800000000&SignName=%E6%BC%94%E7%A4%BA"
        + "&TemplateCode=SMS_1&TemplateParam=%7B%22code%22%3A%22012345%22%7D")
    let fields = [
      "host": "dysmsapi.aliyuncs.com", "x-acs-action": "SendSms",
      "x-acs-content-sha256": SignedText.digest(Data()), "x-acs-date": "2023-11-14T22:13:20Z",
      "x-acs-signature-nonce": String(repeating: "0", count: 32), "x-acs-version": "2017-05-25",
    ]
    let authorization = ACS3Signature.authorization(
      method: "POST", query: query, fields: fields, body: Data(), keyID: "k",
      secret: Secret("aliyun secret"))
    #expect(
      authorization.hasSuffix(
        "Signature=ab6d50ead6e84b3015a715c0dc09b85491e11f882a6737d5fdcb2daad5956a43"))
  }

  private static let payload = Data(
    #"{"Limit": 1, "Filters": [{"Values": ["\u672a\u547d\u540d"], "Name": "instance-name"}]}"#
      .utf8)

  @Test(
    "of Tencent Cloud is that of its documentation's examples",
    arguments: [
      (
        String(repeating: "*", count: 32), true,
        "10b1a37a7301a02ca19a647ad722d5e43b4b3cff309d421d85b46093f6ab6c4f"
      ),
      (
        "Gu5t9xGARNpq86cd98joQYCN3EXAMPLE", false,
        "72e494ea809ad7a8c8f7a4507b9bddcbaa8e581f516e8da2f66e2c5a96525168"
      ),
    ])
  func tencentPublished(secret: String, signsAction: Bool, signature: String) {
    // https://cloud.tencent.com/document/api/213/30654, and its older edition.
    var fields = [
      "content-type": "application/json; charset=utf-8", "host": "cvm.tencentcloudapi.com",
    ]
    if signsAction { fields["x-tc-action"] = "describeinstances" }
    let authorization = TC3Signature.authorization(
      service: "cvm", fields: fields, body: Self.payload, timestamp: 1_551_113_065,
      keyID: "AKIDexample", secret: Secret(secret))
    let names = signsAction ? "content-type;host;x-tc-action" : "content-type;host"
    #expect(
      authorization == "TC3-HMAC-SHA256 Credential=AKIDexample/2019-02-25/cvm/tc3_request, "
        + "SignedHeaders=\(names), Signature=\(signature)")
  }

  @Test(
    "of Tencent Cloud over a message is what another program computes, to the last second of a day",
    arguments: [
      (1_700_000_000, "dfd2ef1261d4ca73b906d0e1c3708a3df2103024a16d3397b4912f36db4e0d38"),
      (1_700_006_399, "fbc5c7a47360e7269cd6e70909213bdf023a7fc52e907b8f5145e2e7ef073ba6"),
    ])
  func tencentMessage(timestamp: Int, signature: String) {
    let body = #"{"PhoneNumberSet":["+8613800000000"],"SmsSdkAppId":"1400006666","SignName":"演示"}"#
    let authorization = TC3Signature.authorization(
      service: "sms",
      fields: [
        "content-type": "application/json; charset=utf-8", "host": "sms.tencentcloudapi.com",
        "x-tc-action": "sendsms",
      ], body: Data(body.utf8), timestamp: timestamp, keyID: "k",
      secret: Secret("tencent secret"))
    #expect(authorization.contains("/2023-11-14/sms/tc3_request"))
    #expect(authorization.hasSuffix("Signature=" + signature))
  }

  @Test("is made over a text that leaves letters, digits and four marks as they are")
  func encoding() {
    #expect(SignedText.percentEncoded("aZ09-_.~") == "aZ09-_.~")
    #expect(SignedText.percentEncoded(" +*/%微") == "%20%2B%2A%2F%25%E5%BE%AE")
  }
}
