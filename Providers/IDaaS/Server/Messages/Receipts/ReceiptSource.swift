// SPDX-License-Identifier: Apache-2.0
public import CoatcheckOAuth

/// A gateway that reports the delivery of its messages, and the key that authenticates its reports.
///
/// The services do not sign reports and can only be given a URL. Therefore the key is the last part of
/// that URL.
public struct ReceiptSource: Sendable {
  /// The format of the reports.
  public enum Form: String, Sendable {
    /// The [`SmsReport`](https://help.aliyun.com/zh/sms/developer-reference/smsreport-2) of Alibaba Cloud.
    case aliyun
    /// The [status notification](https://cloud.tencent.com/document/product/382/5807) of Tencent Cloud.
    case tencent
    /// The format for a program of the operator: `[{"id": "…", "delivered": false, "reason": "…"}]`.
    case webhook
  }

  /// The format of the reports.
  public let form: Form
  /// The secret last part of the URL.
  public let key: Secret

  /// Creates the value from its parts.
  ///
  /// - Parameters:
  ///   - form: The format of the reports.
  ///   - key: The secret last part of the URL.
  public init(_ form: Form, key: Secret) {
    self.form = form
    self.key = key
  }
}
