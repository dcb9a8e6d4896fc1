// SPDX-License-Identifier: Apache-2.0
public import CoatcheckOAuth

/// A gateway that reports what became of its messages, and the key by which it is recognised.
///
/// The services sign no reports, and can be told an address and nothing else. So the key is the end of the address.
public struct ReceiptSource: Sendable {
  /// Whose form the reports have.
  public enum Form: String, Sendable {
    /// `SmsReport` of Alibaba Cloud. https://help.aliyun.com/zh/sms/developer-reference/smsreport-2
    case aliyun
    /// The status notification of Tencent Cloud. https://cloud.tencent.com/document/product/382/5807
    case tencent
    /// A program of the operator: `[{"id": "…", "delivered": false, "reason": "…"}]`.
    case webhook
  }

  /// Whose form the reports have.
  public let form: Form
  /// What the address ends with.
  public let key: Secret

  /// Names a gateway.
  public init(_ form: Form, key: Secret) {
    self.form = form
    self.key = key
  }
}
