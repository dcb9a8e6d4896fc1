// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import TestSupport

/// Random values of replies and of their parts.
extension SplitMix64 {
  mutating func login() -> LoginReply {
    switch number(0...3) {
    case 0:
      return .tokens(
        LoginTokens(
          sessionToken: secret(), idToken: secret(), expire: number(0...999_999), created: flag()))
    case 1: return .denied
    case 2:
      return .pending(
        PendingLogin(
          status: .secondFactor, stateToken: secret(), expire: maybe { $0.number(0...9) }))
    default:
      var login = PendingLogin(
        status: pick([.socialBind, .userRegister, .confirmLink, .passwordExpired]),
        stateToken: secret(), methods: list { $0.pick(VerificationMethod.allCases) },
        expire: maybe { $0.number(0...999) }, nickname: maybe { $0.text() },
        avatar: maybe { $0.text() })
      login.account = maybe { $0.text() }
      return .pending(login)
    }
  }

  mutating func sent() -> MessageSent {
    MessageSent(
      resendAfter: maybe { $0.number(0...99) }, expire: maybe { $0.number(0...999) },
      codeLength: maybe { $0.number(4...10) })
  }

  mutating func refreshed() -> RefreshedTokens {
    RefreshedTokens(
      idToken: secret(), sessionToken: maybe { $0.secret() }, expire: number(0...99_999),
      idTokenExpire: maybe { $0.number(0...99) }, sessionExpire: maybe { $0.number(0...99) })
  }

  mutating func account() -> SocialAccount {
    var account = SocialAccount(id: text(), type: text(), uid: text())
    account.userID = maybe { $0.text() }
    account.channelID = maybe { $0.text() }
    account.nickname = maybe { $0.text() }
    account.avatar = maybe { $0.text() }
    account.details = maybe { $0.text() }
    account.sourceID = maybe { $0.text() }
    account.createdAt = maybe { $0.date() }
    account.updatedAt = maybe { $0.date() }
    return account
  }

  mutating func config() -> ClientConfig {
    var config = ClientConfig(
      clientID: text(), name: maybe { $0.text() }, languages: list { $0.text() },
      weibo: maybe {
        ClientConfig.Weibo(
          isEnabled: $0.flag(), appKey: $0.maybe { $0.text() },
          redirectURI: $0.maybe { $0.text() }, scope: $0.list { $0.text() },
          flow: $0.list { $0.text() }, unassociated: $0.maybe { $0.text() })
      },
      methods: list { $0.pick(VerificationMethod.allCases) }, isInternational: flag())
    config.captchas = list { $0.pick(CaptchaKind.allCases) }
    config.captchaLifetime = maybe { $0.number(0...9) }
    config.codeLength = maybe { $0.number(4...9) }
    config.codeLifetime = maybe { $0.number(0...9) }
    config.resendAfter = maybe { $0.number(0...99) }
    return config
  }

  mutating func areaCodes() -> AreaCodes {
    let definitions = (0...number(0...3)).map { _ in
      AreaCode(
        areaCode: String(number(1...9999)), countryCode: pick(["CN", "HK", "AF", "ZZ"]),
        names: [pick(["zh-CN", "zh-TW", "en"]): text()], mobilePattern: text(),
        suffixes: list { $0.text() }, example: maybe { $0.text() })
    }
    return AreaCodes(definitions: definitions, preferred: text())
  }

  mutating func challenge() -> CaptchaChallenge {
    guard flag() else {
      return .proofOfWork(
        WorkChallenge(
          token: secret(), salt: text(), cost: number(1...50_000), expire: number(0...300),
          signature: maybe { $0.text() }))
    }
    var slider = SliderChallenge(token: secret(), picture: bytes(), piece: bytes())
    slider.width = number(100...400)
    slider.height = number(100...400)
    slider.pieceWidth = number(20...60)
    slider.pieceHeight = number(20...60)
    slider.pieceY = number(0...99)
    slider.expire = number(0...300)
    slider.alternatives = list { $0.pick(CaptchaKind.allCases) }
    return .slider(slider)
  }

  mutating func slide() -> CaptchaSolution {
    .slider(
      x: length(), y: length(), displayWidth: maybe { Double($0.number(1...4_000)) / 4 },
      slideTime: maybe { $0.number(0...99_999) },
      track: list {
        TrackPoint(
          x: $0.length(), y: $0.length(), time: $0.number(0...99_999),
          kind: $0.pick(TrackPoint.Kind.allCases))
      })
  }

  mutating func color() -> ThemeColor {
    let digits = Array("0123456789abcdefABCDEF")
    return ThemeColor(String((0..<6).map { _ in pick(digits) })) ?? .black
  }

  mutating func themeText() -> ThemeText {
    ThemeText(
      pick(["确认", "Bind", "\"<b>\"", "e\u{301}", "👩‍👩‍👧"]), color: maybe { $0.color() },
      size: maybe { Double($0.number(32...288)) / 4 },
      weight: maybe { $0.pick(ThemeText.Weight.allCases) })
  }

  mutating func image() -> ThemeImage? {
    ThemeImage(
      pick([
        "https://cdn.example/back.png", "data:image/png;base64,iVBORw0KGgo=",
        "https://cdn.example:8443/a/b.png?c=%22d",
      ]))
  }
}
