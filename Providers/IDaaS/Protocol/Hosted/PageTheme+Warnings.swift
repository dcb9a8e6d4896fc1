// SPDX-License-Identifier: Apache-2.0

/// The check of a theme's contrast.
extension PageTheme {
  /// Returns the pairs of colors in the theme that are hard to read, as far as both colors are known.
  /// Apply the theme to the default look first, with ``over(_:)``.
  ///
  /// [WCAG 2.2, 1.4.3](https://www.w3.org/TR/WCAG22/#contrast-minimum): text has a contrast of at least
  /// 4.5 to what is behind it. A text on a picture is not checked.
  ///
  /// - Parameter page: The color behind the headings.
  public func warnings(on page: ThemeColor = .white) -> [ThemeWarning] {
    typealias Named = (name: String, color: ThemeColor?)
    let bar: Named = ("navColor", isNavHidden == true ? nil : navColor)
    let paper: Named = ("page", page)
    let send: Named = (
      "clickToSendSMSBackgroundColor",
      clickToSendSMSBackgroundImage == nil ? clickToSendSMSBackgroundColor : nil
    )
    let count: Named = (
      "countDownBtnBackgroundColor",
      countDownBtnBackgroundImage == nil ? countDownBtnBackgroundColor : nil
    )
    let active: Named = ("confirmButtonactiveBackgroundColor", confirmButtonactiveBackgroundColor)
    let inactive: Named = (
      "confirmButtonInactiveBackgroundColor", confirmButtonInactiveBackgroundColor
    )
    let pairs: [(text: Named, behind: Named)] = [
      (("navBindTitle", navBindTitle?.color), bar),
      (("navRegistTitle", navRegistTitle?.color), bar),
      (("tileDescriptionBindText", tileDescriptionBindText?.color), paper),
      (("tileDescriptionRegistText", tileDescriptionRegistText?.color), paper),
      (("descriptionBindText", descriptionBindText?.color), paper),
      (("descriptionRegistText", descriptionRegistText?.color), paper),
      (("clickToSendSMSButtonText", clickToSendSMSButtonText?.color), send),
      (("countDownTextColor", countDownTextColor), count),
      (("confirmButtonActiveTextColor", confirmButtonActiveTextColor), active),
      (("confirmButtonOnPressTextColor", confirmButtonOnPressTextColor), active),
      (("confirmButtonInactiveTextColor", confirmButtonInactiveTextColor), inactive),
    ]
    return pairs.compactMap { text, behind in
      guard let one = text.color, let other = behind.color else { return nil }
      let ratio = one.contrast(to: other)
      // Two digits are enough to say by how much; 4.499 is not 4.5.
      let shown = (ratio * 100).rounded(.down) / 100
      return ratio < 4.5
        ? ThemeWarning(text: text.name, background: behind.name, ratio: shown) : nil
    }
  }
}
