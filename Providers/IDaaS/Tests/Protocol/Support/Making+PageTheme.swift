// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import TestSupport

extension SplitMix64 {
  /// A theme with some of its properties set.
  mutating func theme() -> PageTheme {
    var theme = PageTheme()
    theme.isNavHidden = maybe { $0.flag() }
    theme.navColor = maybe { $0.color() }
    theme.navHiddenBackButtonFrameBlock = maybe {
      ThemeRectangle(x: Double($0.number(0...99)), y: 0.5, width: 70, height: 40)
    }
    theme.navBindTitle = maybe { $0.themeText() }
    theme.navRegistTitle = maybe { $0.themeText() }
    theme.navBackImage = maybe { $0.image() } ?? nil
    theme.navRightView = maybe { ThemeRightView(title: $0.pick(["更多", "…"]), action: "more_1-A") }
    theme.tileDescriptionRegistText = maybe { $0.themeText() }
    theme.tileDescriptionBindText = maybe { $0.themeText() }
    theme.descriptionBindText = maybe { $0.themeText() }
    theme.descriptionRegistText = maybe { $0.themeText() }
    theme.clickToSendSMSButtonText = maybe { $0.themeText() }
    theme.clickToSendBorderColor = maybe { $0.color() }
    theme.clickToSendSMSBackgroundColor = maybe { $0.color() }
    theme.clickToSendSMSBackgroundImage = maybe { $0.image() } ?? nil
    theme.countDownTextColor = maybe { $0.color() }
    theme.countDownBtnBackgroundColor = maybe { $0.color() }
    theme.countDownBtnBackgroundImage = maybe { $0.image() } ?? nil
    theme.confirmButtonRegistText = maybe { $0.themeText() }
    theme.confirmButtonBindText = maybe { $0.themeText() }
    theme.confirmButtonInactiveTextColor = maybe { $0.color() }
    theme.confirmButtonActiveTextColor = maybe { $0.color() }
    theme.confirmButtonOnPressTextColor = maybe { $0.color() }
    theme.confirmButtonInactiveBackgroundColor = maybe { $0.color() }
    theme.confirmButtonactiveBackgroundColor = maybe { $0.color() }
    return theme
  }
}
