// SPDX-License-Identifier: Apache-2.0

/// How a code reaches the user.
public protocol CodeChannel: Sendable {
  /// The path of the call.
  static var path: String { get }
  /// The member of the body that holds the destination.
  static var member: String { get }
}

/// Text messages.
public enum SMSChannel: CodeChannel {
  /// `/api/v2/sdk/sms/send`
  public static let path = "/api/v2/sdk/sms/send"
  /// `mobile`
  public static let member = "mobile"
}

/// E-mail.
public enum EmailChannel: CodeChannel {
  /// `/api/v2/sdk/email/send`
  public static let path = "/api/v2/sdk/email/send"
  /// `email`
  public static let member = "email"
}
