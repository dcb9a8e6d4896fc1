// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol

/// How one page looks.
struct HostedLook {
  let theme: PageTheme
  let kind: HostedFlow.Kind
  /// What lets the theme's own style past the policy.
  let nonce: String
  /// `light` or `dark` for the preview; nil for what the reader prefers.
  var mode: String?

  /// The title, the heading, the line below, and the last button: the theme's word or ours.
  func words(_ texts: HostedTexts, _ name: String) -> [String: Any] {
    guard kind != .captcha else {
      return [
        "bar": texts.sliderTitle, "heading": texts.sliderTitle, "about": texts.sliderHint,
        "confirm": texts.sliderBegin, "send": texts.send,
      ]
    }
    let isBind = kind == .bind
    let own = ["app": name]
    let title = Self.text(isBind ? theme.navBindTitle : theme.navRegistTitle)
    let heading = Self.text(
      isBind ? theme.tileDescriptionBindText : theme.tileDescriptionRegistText)
    let about = Self.text(isBind ? theme.descriptionBindText : theme.descriptionRegistText)
    let confirm = Self.text(
      isBind ? theme.confirmButtonBindText : theme.confirmButtonRegistText)
    return [
      "bar": title ?? (isBind ? texts.bindTitle : texts.registerTitle).filled(own),
      "heading": heading ?? (isBind ? texts.bindHeading : texts.registerHeading).filled(own),
      "about": about ?? (isBind ? texts.bindDescription : texts.registerDescription).filled(own),
      "confirm": confirm ?? (isBind ? texts.bindConfirm : texts.registerConfirm),
      "send": Self.text(theme.clickToSendSMSButtonText) ?? texts.send,
    ]
  }

  /// The words of a theme; nil where the page's own are shown.
  private static func text(_ text: ThemeText?) -> String? {
    text.flatMap { $0.text.isEmpty ? nil : $0.text }
  }

  /// The bar, the style, and the files.
  func frame(_ texts: HostedTexts) -> [String: Any] {
    var values: [String: Any] = [
      "language": texts.language.rawValue, "stylesheet": HostedStyleSheet.path,
      "back": texts.back, "nonce": nonce, "hasBar": theme.isNavHidden != true,
    ]
    let style = ThemeStyle(theme: theme, kind: kind).text
    if !style.isEmpty { values["style"] = style }
    values["mode"] = mode
    values["backImage"] = theme.navBackImage?.source
    // The button belongs to the pages for binding and registering.
    values["more"] = kind == .captcha ? nil : theme.navRightView?.title
    return values
  }
}
