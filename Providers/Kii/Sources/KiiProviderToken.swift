// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth

/// A provider whose accounts can be used at Kii with a token that the app has already.
public enum KiiLinkedProvider: String, Sendable, Hashable, CaseIterable {
  /// Facebook.
  case facebook
  /// Twitter.
  case twitter
  /// QQ.
  case qq
  /// Google.
  case google
  /// Renren.
  case renren

  /// The name of the provider in media types.
  var word: String {
    switch self {
    case .facebook: "Facebook"
    case .twitter: "Twitter"
    case .qq: "QQ"
    case .google: "Google"
    case .renren: "RenRen"
    }
  }
}

/// A token of another provider, to be sent to Kii.
public enum KiiProviderToken: Sendable {
  /// An access token of Facebook.
  case facebook(Secret)
  /// An access token of Twitter, and the token's secret.
  case twitter(Secret, secret: Secret)
  /// An access token of QQ, and the user's OpenID there.
  case qq(Secret, openID: String)
  /// An access token of Google.
  case google(Secret)
  /// An access token of Renren.
  case renren(Secret)

  /// The provider that issued the token.
  public var provider: KiiLinkedProvider {
    switch self {
    case .facebook: .facebook
    case .twitter: .twitter
    case .qq: .qq
    case .google: .google
    case .renren: .renren
    }
  }

  /// The body of a request with the token.
  ///
  /// - Throws: `misused` naming the empty value.
  var json: JSONObject {
    get throws(OAuthError) {
      var members: [(String, String)]
      switch self {
      case .facebook(let token), .google(let token), .renren(let token):
        members = [("accessToken", token.reveal())]
      case .twitter(let token, let secret):
        members = [("accessToken", token.reveal()), ("accessTokenSecret", secret.reveal())]
      case .qq(let token, let openID):
        members = [("accessToken", token.reveal()), ("openID", openID)]
      }
      var json = JSONObject()
      for (name, text) in members {
        try KiiRules.checkText(text, named: name)
        json[name] = .string(text)
      }
      return json
    }
  }
}
