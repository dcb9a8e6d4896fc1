// SPDX-License-Identifier: Apache-2.0

/// The channel by which a code is sent to the user.
public protocol CodeChannel: Sendable {
  /// The path of the call.
  static var path: String { get }
  /// The member of the body that contains the phone number or address.
  static var member: String { get }
}

/// The channel of text messages.
public enum SMSChannel: CodeChannel {
  /// `/api/v2/sdk/sms/send`
  public static let path = "/api/v2/sdk/sms/send"
  /// `mobile`
  public static let member = "mobile"
}

/// The channel of e-mail.
public enum EmailChannel: CodeChannel {
  /// `/api/v2/sdk/email/send`
  public static let path = "/api/v2/sdk/email/send"
  /// `email`
  public static let member = "email"
}
