// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol

/// The look of one page, by its theme.
struct HostedLook {
  let theme: PageTheme
  let kind: HostedFlow.Kind
  /// The nonce that permits the theme's own style in the content security policy.
  let nonce: String
  /// `light` or `dark` for the preview; nil for the preference of the browser.
  var mode: String?

  /// The title, the heading, the line below and the last button, with the texts of the theme or the
  /// default ones.
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

  /// A text of the theme; nil for the default text.
  private static func text(_ text: ThemeText?) -> String? {
    text.flatMap { $0.text.isEmpty ? nil : $0.text }
  }

  /// The values for the bar, the style and the files.
  func frame(_ texts: HostedTexts) -> [String: Any] {
    var values: [String: Any] = [
      "language": texts.language.rawValue, "stylesheet": HostedStyleSheet.path,
      "back": texts.back, "nonce": nonce, "hasBar": theme.isNavHidden != true,
    ]
    let style = ThemeStyle(theme: theme, kind: kind).text
    if !style.isEmpty { values["style"] = style }
    values["mode"] = mode
    values["backImage"] = theme.navBackImage?.source
    // The button is on the pages for binding and registering only.
    values["more"] = kind == .captcha ? nil : theme.navRightView?.title
    return values
  }
}
