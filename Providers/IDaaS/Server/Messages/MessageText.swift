// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol

/// The text of a message with a code, for gateways that accept any text.
///
/// It names the application and what the code is for, so that a user who is asked to disclose the code
/// sees what it would permit.
public struct MessageText: Sendable {
  private let message: OutgoingMessage

  /// Creates the text of a message.
  public init(_ message: OutgoingMessage) { self.message = message }

  /// Returns the text of a short message.
  ///
  /// - Parameter host: The host of the pages on which the code is entered, without a port; nil for no such
  ///   line. It is written in the last line, in the form of domain-bound codes, so that browsers can fill
  ///   in the code.
  public func short(host: String? = nil) -> String {
    let line = host.map { "\n\n@\($0) #\(message.code)" } ?? ""
    return sentence + line
  }

  /// The subject of an e-mail. It does not contain the code, because subjects are shown on locked screens.
  public var subject: String {
    switch message.language {
    case "zh-CN": "【\(message.application)】\(purpose)验证码"
    case "zh-TW": "【\(message.application)】\(purpose)驗證碼"
    default: "\(message.application): your code to \(purpose)"
    }
  }

  private var sentence: String {
    let (name, code, minutes) = (message.application, message.code, message.minutes)
    return switch message.language {
    case "zh-CN":
      "【\(name)】验证码 \(code)，用于\(purpose)，\(minutes) 分钟内有效。请勿告诉他人。"
    case "zh-TW":
      "【\(name)】驗證碼 \(code)，用於\(purpose)，\(minutes) 分鐘內有效。請勿告訴他人。"
    default:
      "\(code) is your \(name) code to \(purpose). It is good for \(minutes) minutes. "
        + "Do not share it."
    }
  }

  /// The purpose of a code for binding: the text says that the code links a Weibo account to an account.
  private var linking: (String, String, String) {
    ("将微博账号绑定到您的账号", "將微博帳號綁定到您的帳號", "link a Weibo account to your account")
  }

  /// The purpose of a code for registering. If the contact belongs to an account, the Weibo account is
  /// linked to it.
  private var signingIn: (String, String, String) {
    ("用微博账号登录或注册", "以微博帳號登入或註冊", "sign in or register with a Weibo account")
  }

  private var purpose: String {
    let words: (String, String, String) =
      switch message.type {
      case .bindMobile: linking
      case .registerMobile: signingIn
      case .loginMobile: ("登录", "登入", "sign in")
      case .forgottenPassword: ("重置密码", "重設密碼", "set a new password")
      case .updatePassword: ("修改密码", "修改密碼", "change your password")
      case .updateMobile: ("更换手机号", "更換手機號碼", "change your phone number")
      case .secondFactor: ("身份验证", "身分驗證", "confirm your sign-in")
      case .deleteAccount: ("注销账号", "刪除帳號", "delete your account")
      case .unbindSocial: ("解除账号关联", "解除帳號連結", "unlink an account")
      case .bindEmail: linking
      case .registerEmail: signingIn
      }
    return switch message.language {
    case "zh-CN": words.0
    case "zh-TW": words.1
    default: words.2
    }
  }
}
