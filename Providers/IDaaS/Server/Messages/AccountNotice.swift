// SPDX-License-Identifier: Apache-2.0
public import CoatcheckAccounts

/// A message without a code that informs a user about a change of the account.
public struct AccountNotice: Sendable {
  /// The change.
  public enum Event: Sendable, Equatable {
    /// An identity at a social network (`weibo`) was linked and can now sign in as this user.
    case linked(provider: String)
    /// The phone number of the user was replaced.
    case mobileChanged

    /// The kind of the change, without its values.
    public var kind: Kind {
      switch self {
      case .linked: .linked
      case .mobileChanged: .mobileChanged
      }
    }
  }

  /// The kind of a change, by which templates are selected.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// See ``Event/linked(provider:)``.
    case linked = "LINKED"
    /// See ``Event/mobileChanged``.
    case mobileChanged = "MOBILE_CHANGED"
  }

  /// The change.
  public let event: Event
  /// The contact that the notice is sent to.
  public let contact: Contact
  /// The language of the text: `zh-CN`, `zh-TW` or `en`.
  public let language: String
  /// The name of the application, as users see it.
  public let application: String
  /// This server's identifier of the message.
  public let id: String
  /// The country of a phone number, ISO 3166-1 alpha-2 (`CN`); nil when unknown or for an e-mail address.
  public var country: String?

  /// Creates a notice.
  ///
  /// - Parameters:
  ///   - event: The change.
  ///   - contact: The contact that the notice is sent to.
  ///   - language: The language of the text: `zh-CN`, `zh-TW` or `en`.
  ///   - application: The name of the application, as users see it.
  ///   - id: This server's identifier of the message.
  public init(
    _ event: Event, to contact: Contact, language: String, application: String, id: String
  ) {
    self.event = event
    self.contact = contact
    self.language = language
    self.application = application
    self.id = id
  }

  /// The sentence to send. It says what to do if the user did not make the change, and contains no
  /// untrusted text.
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

  /// The displayed name of the network that was linked; nil for another event.
  var provider: String? {
    guard case .linked(let provider) = event else { return nil }
    return Self.name(provider, language.hasPrefix("zh") ? "微博" : "Weibo")
  }

  private static func name(_ provider: String, _ weibo: String) -> String {
    provider == "weibo" ? weibo : provider
  }
}
