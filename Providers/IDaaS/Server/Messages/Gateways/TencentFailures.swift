// SPDX-License-Identifier: Apache-2.0

/// What Tencent Cloud's error codes mean for a message.
///
/// https://www.tencentcloud.com/document/product/382/40536
enum TencentFailures {
  static func failure(_ code: String) -> SendingFailure {
    switch code {
    case "InvalidParameterValue.IncorrectPhoneNumber", "InvalidParameterValue.InvalidPhoneNumber",
      "FailedOperation.PhoneNumberParseFail", "FailedOperation.PhoneNumberInBlacklist",
      "MissingParameter.EmptyPhoneNumberSet":
      .invalidContact
    case "LimitExceeded.AppCountryOrRegionInBlacklist", "UnsupportedOperation.UnsupportedRegion",
      "UnauthorizedOperation.IndividualUserMarketingSmsPermissionDeny",
      "LimitExceeded.AppCountryOrRegionDailyLimit":
      .blockedRegion
    case "LimitExceeded.PhoneNumberThirtySecondLimit": .limited(retryAfter: 30)
    case "LimitExceeded.PhoneNumberOneHourLimit": .limited(retryAfter: 3600)
    case "LimitExceeded.PhoneNumberDailyLimit", "LimitExceeded.PhoneNumberSameContentDailyLimit",
      "LimitExceeded.DailyLimit", "LimitExceeded.AppDailyLimit":
      .limited(retryAfter: 3600)
    case "RequestLimitExceeded": .limited(retryAfter: 1)
    case let code where code.hasPrefix("LimitExceeded.") || code.hasPrefix("RequestLimitExceeded."):
      .limited(retryAfter: nil)
    case let code where code.hasPrefix("FailedOperation.InsufficientBalance"): .noBalance
    case "FailedOperation.TemplateIncorrectOrUnapproved",
      "FailedOperation.TemplateUnapprovedOrNotExist",
      "FailedOperation.SignatureIncorrectOrUnapproved", "FailedOperation.MissingSignature",
      "FailedOperation.TemplateParamSetNotMatchApprovedTemplate",
      "FailedOperation.ContainSensitiveWord", "FailedOperation.ParametersOtherError",
      "InvalidParameterValue.TemplateParameterFormatError",
      "InvalidParameterValue.TemplateParameterLengthLimit",
      "InvalidParameterValue.ContentLengthLimit", "InvalidParameterValue.SdkAppIdNotExist",
      "UnauthorizedOperation.SmsSdkAppIdVerifyFail",
      "UnsupportedOperation.ChineseMainlandTemplateToGlobalPhone",
      "UnsupportedOperation.GlobalTemplateToChineseMainlandPhone":
      .templateRejected
    default: .transient
    }
  }
}
