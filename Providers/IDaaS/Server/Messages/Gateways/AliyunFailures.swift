// SPDX-License-Identifier: Apache-2.0
import HTTPTypes

/// What Alibaba Cloud's error codes mean for a message.
///
/// https://www.alibabacloud.com/help/en/sms/developer-reference/api-error-codes
enum AliyunFailures {
  static func failure(_ code: String, message: String, _ head: HTTPResponse) -> SendingFailure {
    switch code {
    case "isv.MOBILE_NUMBER_ILLEGAL", "isv.PHONE_NUMBER_ILLEGAL", "InvalidToAddress.Spam",
      "InvalidToAddress", "InvalidReceiverName.Malformed":
      .invalidContact
    case "isv.BUSINESS_LIMIT_CONTROL", "BUSINESS_LIMIT_CONTROL_MINUTE", "isv.BUSINESS_LIMIT_HOUR",
      "isv.BUSINESS_LIMIT_DAY", "isv.DAY_LIMIT_CONTROL", "isv.MONTH_LIMIT_CONTROL",
      "BUSINESS_LIMIT_CONTROL_PHONE", "isv.SMS_OVER_LIMIT":
      .limited(retryAfter: window(code, message) ?? GatewayReply.retryAfter(head))
    case let code where code.hasPrefix("Throttling"):
      .limited(retryAfter: GatewayReply.retryAfter(head) ?? 1)
    case "isv.AMOUNT_NOT_ENOUGH", "isv.OUT_OF_SERVICE", "isv.BILLING_DEDUCTION_ERROR",
      "InsufficientBalance":
      .noBalance
    case "isv.NOT_SUPPORTED_COUNTRY", "isv.COUNTRY_RESTRICTED", "isv.INTERNATIONAL_UNSUPPORTED":
      .blockedRegion
    case "isv.SMS_TEMPLATE_ILLEGAL", "isv.SMS_SIGNATURE_ILLEGAL", "isv.SMS_SIGN_ILLEGAL",
      "isv.SMS_SIGN_NAME_ILLEGAL", "isv.SMS_CONTENT_CODE_ILLEGAL",
      "isv.TEMPLATE_MISSING_PARAMETERS", "isv.TEMPLATE_PARAMS_ILLEGAL",
      "isv.INVALID_PARAMETERS", "isv.INVALID_JSON_PARAM", "isv.BLACK_KEY_CONTROL_LIMIT",
      "isv.PARAM_LENGTH_LIMIT", "isv.PARAM_NOT_SUPPORT_URL", "isv.SMS_SIGNATURE_SCENE_ILLEGAL",
      "InvalidTemplateName.NotFound", "InvalidMailAddress.NotFound":
      .templateRejected
    default: .transient
    }
  }

  /// The duration of a limit in seconds. The text names the window: "触发分钟级流控Permits:1".
  private static func window(_ code: String, _ message: String) -> Int? {
    if code.hasSuffix("MINUTE") || message.contains("分钟级") { return 60 }
    if code.hasSuffix("HOUR") || message.contains("小时级") { return 3600 }
    if code.hasSuffix("DAY") || code == "isv.DAY_LIMIT_CONTROL" || message.contains("天级") {
      return 3600
    }
    return nil
  }
}
