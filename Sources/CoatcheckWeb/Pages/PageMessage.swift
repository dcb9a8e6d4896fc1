// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth

/// What a page of the sign-in tells the user: what happened, and what to do now.
enum PageMessage: String, CaseIterable, Sendable {
  case signInAgain
  case signInDoesNotHold
  case otherBrowser
  case tooLate
  case refusedByProvider
  case notStrongEnough
  case otherPage
  case otherUser
  case providerDown
  case signedOut
  case alreadySignedIn
  case forbidden
  case notFound
  case badRequest
  case failed

  /// The message for an error.
  static func of(_ error: OAuthError) -> PageMessage {
    switch error.code {
    case .stateMismatch, .invalidGrant: .otherBrowser
    case .transactionExpired: .tooLate
    case .unmetAuthenticationRequirements: .notStrongEnough
    case .subjectMismatch: .otherUser
    // 403 is the site's own refusal, not the provider's.
    case .accessDenied where error.status == 403: .forbidden
    case .accessDenied, .loginRequired, .consentRequired, .interactionRequired: .refusedByProvider
    case .serverError, .temporarilyUnavailable: .providerDown
    case .storeDamaged, .storeFailed, .storeLocked: .failed
    case _ where error.isOfRegistration: .failed
    default:
      switch (error.outcome, error.status) {
      case (.unreachable, _): .providerDown
      case (.refused, 404): .notFound
      case (.refused, _): .badRequest
      case (.unreadable, _): .refusedByProvider
      default: .failed
      }
    }
  }

  /// Whether the page offers a link to the sign-in.
  var leadsToSignIn: Bool { self != .notStrongEnough }

  func text(_ language: PageLanguage) -> (title: String, sentence: String) {
    switch language {
    case .english: english
    case .japanese: japanese
    case .chinese: chinese
    }
  }
}

extension PageMessage {
  private var english: (title: String, sentence: String) {
    switch self {
    case .signInAgain:
      ("Please sign in", "You are not signed in any more. What you have sent was not kept.")
    case .signInDoesNotHold:
      (
        "The sign-in does not hold",
        "You have signed in several times within a minute. Your browser may keep no cookies of this site."
      )
    case .otherBrowser:
      (
        "Begin again",
        "This sign-in was begun in another browser, was finished before, or took too long."
      )
    case .tooLate: ("Begin again", "The sign-in took longer than ten minutes.")
    case .refusedByProvider: ("You are not signed in", "The provider did not sign you in.")
    case .notStrongEnough:
      (
        "You cannot open this page",
        "The provider cannot make as sure of who you are as this page requires."
      )
    case .otherPage:
      ("Nothing was changed", "The request was not sent by a page of this site.")
    case .otherUser: ("Another user", "Another user has signed in than the one who was asked.")
    case .providerDown: ("Try again later", "The provider does not answer at the moment.")
    case .signedOut: ("You are signed out", "You can close this page.")
    case .alreadySignedIn:
      (
        "You are signed in",
        "Another site wants you to sign in here again. Go on only if you want to."
      )
    case .forbidden: ("You may not open this page", "Your account does not allow it.")
    case .notFound: ("There is no such page", "The address is wrong.")
    case .badRequest: ("The request cannot be answered", "It is incomplete or malformed.")
    case .failed: ("Something went wrong", "The site cannot answer at the moment.")
    }
  }

  private var japanese: (title: String, sentence: String) {
    switch self {
    case .signInAgain: ("サインインしてください", "サインインの有効期間が終わりました。送信した内容は保存されていません。")
    case .signInDoesNotHold:
      ("サインインを続けられません", "1分間に何度もサインインが行われました。ブラウザがこのサイトのCookieを保存していない可能性があります。")
    case .otherBrowser: ("もう一度やり直してください", "このサインインは別のブラウザで開始されたか、すでに完了しているか、時間切れです。")
    case .tooLate: ("もう一度やり直してください", "サインインに10分以上かかりました。")
    case .refusedByProvider: ("サインインできませんでした", "プロバイダがサインインを完了しませんでした。")
    case .notStrongEnough: ("このページは開けません", "このページに必要な本人確認をプロバイダが行えません。")
    case .otherPage: ("何も変更されていません", "このリクエストはこのサイトのページから送信されたものではありません。")
    case .otherUser: ("別のユーザーです", "求められたユーザーとは別のユーザーがサインインしました。")
    case .providerDown: ("しばらくしてからお試しください", "プロバイダが応答していません。")
    case .signedOut: ("サインアウトしました", "このページを閉じてかまいません。")
    case .alreadySignedIn: ("サインイン中です", "別のサイトが再度のサインインを求めています。心当たりがある場合だけ続けてください。")
    case .forbidden: ("このページは開けません", "お使いのアカウントでは許可されていません。")
    case .notFound: ("ページがありません", "アドレスが正しくありません。")
    case .badRequest: ("リクエストに応答できません", "リクエストが不完全か、正しくありません。")
    case .failed: ("エラーが発生しました", "現在、サイトが応答できません。")
    }
  }

  private var chinese: (title: String, sentence: String) {
    switch self {
    case .signInAgain: ("请登录", "您的登录已失效,刚才提交的内容没有保存。")
    case .signInDoesNotHold: ("登录无法保持", "一分钟内登录了多次。您的浏览器可能没有保存本站的 Cookie。")
    case .otherBrowser: ("请重新开始", "此次登录是在另一个浏览器中开始的,或已经完成,或已超时。")
    case .tooLate: ("请重新开始", "登录用时超过了十分钟。")
    case .refusedByProvider: ("未能登录", "身份提供方没有完成登录。")
    case .notStrongEnough: ("无法打开此页面", "身份提供方无法按此页面的要求确认您的身份。")
    case .otherPage: ("未做任何更改", "此请求不是由本站的页面发出的。")
    case .otherUser: ("用户不符", "登录的用户不是被要求登录的用户。")
    case .providerDown: ("请稍后再试", "身份提供方目前没有响应。")
    case .signedOut: ("您已退出登录", "您可以关闭此页面。")
    case .alreadySignedIn: ("您已登录", "另一个网站要求您在此重新登录。仅在您愿意时继续。")
    case .forbidden: ("您无权打开此页面", "您的帐户没有相应的权限。")
    case .notFound: ("页面不存在", "地址有误。")
    case .badRequest: ("无法处理此请求", "请求不完整或格式不正确。")
    case .failed: ("出错了", "网站目前无法响应。")
    }
  }
}
