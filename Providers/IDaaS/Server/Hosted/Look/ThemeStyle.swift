// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol

/// The rules that a theme adds to the style sheet: variables, and the frame of the back button.
///
/// None of the values is free text: colours are six digits, sizes are numbers, pictures are checked
/// addresses.
struct ThemeStyle {
  let theme: PageTheme
  let kind: HostedFlow.Kind

  /// The rules, without any character that HTML would escape; empty for the default look.
  var text: String {
    let light = shared + words(on: Self.lightCard, repairs: false)
    let dark = words(on: Self.darkCard, repairs: true)
    var rules = ""
    if !light.isEmpty { rules += ":root:root{\(light)}" }
    if !dark.isEmpty {
      rules +=
        "@media (prefers-color-scheme:dark){:root:root:not([data-mode=light]){\(dark)}}"
        + ":root:root[data-mode=dark]{\(dark)}"
    }
    return rules + sizes + frame
  }

  private static let lightCard = ThemeColor.white
  /// The background of headings in dark mode.
  private static let darkCard = ThemeColor("1C1F25") ?? .black

  /// The variables that are equal in light and dark mode: bars and buttons with a background of the theme.
  private var shared: String {
    var rules: [(String, String?)] = []
    if let bar = theme.navColor {
      rules += [
        ("bar", Self.css(bar)), ("bar-line", Self.css(bar)),
        ("bar-ink", ink(title?.color, on: bar)),
      ]
    }
    let sendText = theme.clickToSendSMSButtonText?.color
    if let send = theme.clickToSendSMSBackgroundColor {
      rules += [("send", Self.css(send)), ("send-ink", ink(sendText, on: send))]
    } else if theme.clickToSendSMSBackgroundImage != nil {
      rules += [("send-ink", sendText.map(Self.css))]
    }
    rules += [
      ("send-line", theme.clickToSendBorderColor.map(Self.css)),
      ("send-image", theme.clickToSendSMSBackgroundImage.map(Self.css)),
    ]
    if let wait = theme.countDownBtnBackgroundColor {
      rules += [
        ("wait", Self.css(wait)), ("wait-line", Self.css(wait)),
        ("wait-ink", ink(theme.countDownTextColor, on: wait)),
      ]
    }
    rules.append(("wait-image", theme.countDownBtnBackgroundImage.map(Self.css)))
    if let off = theme.confirmButtonInactiveBackgroundColor {
      rules += [
        ("off-bg", Self.css(off)),
        ("off-text", ink(theme.confirmButtonInactiveTextColor, on: off)),
      ]
    }
    if let on = theme.confirmButtonactiveBackgroundColor {
      rules += [
        ("on", Self.css(on)), ("on-ink", ink(theme.confirmButtonActiveTextColor, on: on)),
        ("press-ink", theme.confirmButtonOnPressTextColor.map(Self.css)),
      ]
    }
    return Self.variables(rules)
  }

  /// The colours of texts on a background of the default look, for light or dark mode.
  ///
  /// The document has no dark mode. In light mode the theme's colour is used, with a warning when its
  /// contrast is low; in dark mode the colour is changed until its contrast is high enough.
  private func words(on card: ThemeColor, repairs: Bool) -> String {
    func shown(_ color: ThemeColor?, on back: ThemeColor) -> String? {
      color.map { Self.css(repairs ? $0.readable(on: back) : $0) }
    }
    var rules = [
      ("title", shown(heading?.color, on: card)), ("about", shown(description?.color, on: card)),
    ]
    if theme.navColor == nil { rules.append(("bar-ink", shown(title?.color, on: card))) }
    if theme.clickToSendSMSBackgroundColor == nil, theme.clickToSendSMSBackgroundImage == nil {
      rules.append(("send-ink", shown(theme.clickToSendSMSButtonText?.color, on: card)))
    }
    let wait = ThemeColor(repairs ? "2A2E36" : "ECEEF1") ?? card
    if theme.countDownBtnBackgroundColor == nil {
      let own = theme.countDownBtnBackgroundImage == nil
      rules.append(
        (
          "wait-ink",
          own ? shown(theme.countDownTextColor, on: wait) : theme.countDownTextColor.map(Self.css)
        ))
    }
    if theme.confirmButtonInactiveBackgroundColor == nil {
      let off = ThemeColor(repairs ? "343941" : "DFE2E7") ?? card
      rules.append(("off-text", shown(theme.confirmButtonInactiveTextColor, on: off)))
    }
    if theme.confirmButtonactiveBackgroundColor == nil {
      let on = ThemeColor(repairs ? "8AB8FF" : "0B57C2") ?? card
      rules += [
        ("on-ink", shown(theme.confirmButtonActiveTextColor, on: on)),
        ("press-ink", shown(theme.confirmButtonOnPressTextColor, on: on)),
      ]
    }
    return Self.variables(rules)
  }

  /// The size and weight of the texts. Sizes are in `rem`, so that they follow the setting of the browser.
  private var sizes: String {
    let confirm =
      kind == .bind ? theme.confirmButtonBindText : theme.confirmButtonRegistText
    let rules: [(String, ThemeText?)] = [
      (".bar p", title), ("h1", heading), (".about", description),
      (".send", theme.clickToSendSMSButtonText), (".confirm.act", confirm),
    ]
    return rules.map { selector, text in
      var inner = ""
      if let size = text?.size { inner += "font-size:\(Self.number(size / 16))rem;" }
      if let weight = text?.weight { inner += "font-weight:\(weight.css);" }
      return inner.isEmpty ? "" : "\(selector){\(inner)}"
    }.joined()
  }

  /// The frame of the back button without a bar: that of the theme, limited so that the button is on the
  /// screen and large enough. The page begins below it. The target around it is larger (`.float
  /// .bare::after`).
  ///
  /// "The size of the target for pointer inputs is at least 24 by 24 CSS pixels"
  /// ([WCAG 2.2 §2.5.8](https://www.w3.org/TR/WCAG22/#target-size-minimum))
  private var frame: String {
    guard theme.isNavHidden == true else { return "" }
    let place =
      theme.navHiddenBackButtonFrameBlock ?? ThemeRectangle(x: 8, y: 8, width: 70, height: 44)
    let top = min(place.y, 320)
    let width = min(max(place.width, 24), 160)
    let height = min(max(place.height, 24), 120)
    let (left, right) = (Self.number(place.x), Self.number(width))
    return ".float{inset-inline-start:min(\(left)px,100% - \(right)px);top:\(Self.number(top))px;"
      + "width:\(right)px;height:\(Self.number(height))px}"
      + "body{padding-top:\(Self.number(top + height))px}"
  }

  private var title: ThemeText? {
    kind == .bind ? theme.navBindTitle : theme.navRegistTitle
  }
  private var heading: ThemeText? {
    kind == .bind ? theme.tileDescriptionBindText : theme.tileDescriptionRegistText
  }
  private var description: ThemeText? {
    kind == .bind ? theme.descriptionBindText : theme.descriptionRegistText
  }

  /// The colour of the theme for a text; without one, black or white, whichever has the higher contrast.
  private func ink(_ own: ThemeColor?, on back: ThemeColor) -> String {
    Self.css(own ?? back.ink)
  }

  private static func variables(_ rules: [(String, String?)]) -> String {
    rules.compactMap { name, value in value.map { "--\(name):\($0);" } }.joined()
  }

  private static func css(_ color: ThemeColor) -> String { "#" + color.hex }
  private static func css(_ image: ThemeImage) -> String {
    // An ampersand is the one character of an address that HTML would escape.
    "url(\(image.source.split(separator: "&", omittingEmptySubsequences: false).joined(separator: "\\26 ")))"
  }
  private static func number(_ value: Double) -> String {
    String((value * 1000).rounded() / 1000)
  }
}

extension ThemeText.Weight {
  fileprivate var css: Int {
    switch self {
    case .light: 300
    case .regular: 400
    case .medium: 500
    case .semibold: 600
    case .bold: 700
    }
  }
}

extension ThemeColor {
  /// Black or white, whichever has the higher contrast to this colour.
  var ink: ThemeColor {
    contrast(to: .white) >= contrast(to: .black) ? .white : .black
  }

  /// This colour, mixed with black or white until its contrast to a background is 4.5.
  func readable(on back: ThemeColor) -> ThemeColor {
    guard contrast(to: back) < 4.5 else { return self }
    let goal = back.ink.channels
    for step in 1...20 {
      let mixed = zip(channels, goal).map { own, end in own + (end - own) * step / 20 }
      let digits = mixed.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      if let color = ThemeColor(digits), color.contrast(to: back) >= 4.5 { return color }
    }
    return back.ink
  }
}
