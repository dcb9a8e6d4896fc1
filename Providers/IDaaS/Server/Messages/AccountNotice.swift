// SPDX-License-Identifier: Apache-2.0
public import CoatcheckAccounts

/// Something a user has to hear about their account, without a code.
public struct AccountNotice: Sendable {
  /// What happened.
  public enum Event: Sendable, Equatable {
    /// A user of a social network (`weibo`) signs in as this user from now on.
    case linked(provider: String)
  }

  /// What happened.
  public let event: Event
  /// Where it goes.
  public let contact: Contact
  /// The language: `zh-CN`, `zh-TW` or `en`.
  public let language: String
  /// The application's name.
  public let application: String
  /// Our own name for the message.
  public let id: String

  /// Describes a notice.
  public init(
    _ event: Event, to contact: Contact, language: String, application: String, id: String
  ) {
    self.event = event
    self.contact = contact
    self.language = language
    self.application = application
    self.id = id
  }

  /// The sentence to send. It says how to undo what happened, and holds nothing that an unknown user wrote.
  public var text: String {
    switch (event, language) {
    case (.linked(let provider), "zh-CN"):
      "【\(application)】您的账号刚刚关联了\(Self.name(provider, "微博"))。如非本人操作，请登录后在账号设置中解除关联。"
    case (.linked(let provider), "zh-TW"):
      "【\(application)】您的帳號剛剛連結了\(Self.name(provider, "微博"))。如非本人操作，請登入後在帳號設定中解除連結。"
    case (.linked(let provider), _):
      "\(application): your account was just linked to \(Self.name(provider, "Weibo")). "
        + "If it was not you, sign in and unlink it in the account's settings."
    }
  }

  private static func name(_ provider: String, _ weibo: String) -> String {
    provider == "weibo" ? weibo : provider
  }
}
