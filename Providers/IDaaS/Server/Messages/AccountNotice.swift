// SPDX-License-Identifier: Apache-2.0
public import CoatcheckAccounts

/// Something a user has to hear about their account, without a code.
public struct AccountNotice: Sendable {
  /// What happened.
  public enum Event: Sendable, Equatable {
    /// A user of a social network (`weibo`) signs in as this user from now on.
    case linked(provider: String)
    /// The user has another phone number from now on.
    case mobileChanged

    /// What happened, without its values.
    public var kind: Kind {
      switch self {
      case .linked: .linked
      case .mobileChanged: .mobileChanged
      }
    }
  }

  /// What happened, without its values: what templates are named by.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// See ``Event/linked(provider:)``.
    case linked = "LINKED"
    /// See ``Event/mobileChanged``.
    case mobileChanged = "MOBILE_CHANGED"
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
  /// ISO 3166-1 alpha-2 of a phone number; nil where it is not known.
  public var country: String?

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
    case (.mobileChanged, "zh-CN"):
      "【\(application)】您的账号刚刚更换了手机号。如非本人操作，请立即联系我们。"
    case (.mobileChanged, "zh-TW"):
      "【\(application)】您的帳號剛剛更換了手機號碼。如非本人操作，請立即聯絡我們。"
    case (.mobileChanged, _):
      "\(application): your account has another phone number now. "
        + "If it was not you, contact us at once."
    case (.linked(let provider), _):
      "\(application): your account was just linked to \(Self.name(provider, "Weibo")). "
        + "If it was not you, sign in and unlink it in the account's settings."
    }
  }

  /// What users call the network that was linked; nil for another event.
  var provider: String? {
    guard case .linked(let provider) = event else { return nil }
    return Self.name(provider, language.hasPrefix("zh") ? "微博" : "Weibo")
  }

  private static func name(_ provider: String, _ weibo: String) -> String {
    provider == "weibo" ? weibo : provider
  }
}
