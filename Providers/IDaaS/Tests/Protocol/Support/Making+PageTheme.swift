// SPDX-License-Identifier: Apache-2.0
import TestSupport
@testable import CoatcheckIDaaSProtocol

extension SplitMix64 {
  /// A theme with some of its properties set.
  mutating func theme() -> PageTheme {
    var theme = PageTheme()
    for flag in PageTheme.flags { theme[keyPath: flag.path] = maybe { $0.flag() } }
    for color in PageTheme.colors { theme[keyPath: color.path] = maybe { $0.color() } }
    for text in PageTheme.texts { theme[keyPath: text.path] = maybe { $0.themeText() } }
    for image in PageTheme.images { theme[keyPath: image.path] = maybe { $0.image() } ?? nil }
    theme.navHiddenBackButtonFrameBlock = maybe {
      ThemeRectangle(x: Double($0.number(0...99)), y: 0.5, width: 70, height: 40)
    }
    theme.navRightView = maybe { ThemeRightView(title: $0.pick(["更多", "…"]), action: "more_1-A") }
    return theme
  }
}
