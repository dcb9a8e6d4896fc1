// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import TestSupport

@Suite("Contrast of themes")
struct ContrastTests {
  @Test("black on white is 21, and each colour on itself 1")
  func contrastHasItsEnds() throws {
    #expect(abs(ThemeColor.black.contrast(to: .white) - 21) < 1e-9)
    for hex in ["FF4F4A", "000000", "0A0B0C"] {
      let color = try #require(ThemeColor(hex))
      #expect(color.contrast(to: color) == 1)
    }
  }

  @Test("the luminance of each gray equals the formula with the C library's power function")
  func brightnessIsTheFormulas() throws {
    for channel in 0...255 {
      let share = Double(channel) / 255
      let linear = share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
      let hex = String(format: "%02X", channel)
      let gray = try #require(ThemeColor(hex + hex + hex))
      #expect(abs(gray.luminance - linear) < 1e-12)
    }
  }

  @Test(
    "known pairs have their known contrast",
    arguments: [
      // The grey that just passes on white, and the one that just does not.
      ("767676", "FFFFFF", 4.54), ("777777", "FFFFFF", 4.48), ("FF0000", "FFFFFF", 4.0),
      ("0000FF", "FFFFFF", 8.59), ("FFFF00", "FFFFFF", 1.07),
    ])
  func knownPairs(_ one: String, _ other: String, _ ratio: Double) throws {
    let contrast = try #require(ThemeColor(one)).contrast(to: #require(ThemeColor(other)))
    #expect(abs(contrast - ratio) < 0.01)
  }

  @Test("the document's own example has four warnings")
  func documentsExampleIsWarnedAbout() throws {
    let theme = try PageTheme(json: JSONObject(parsing: Array(ThemeTests.document.utf8)))
    #expect(
      theme.warnings().map { "\($0.text)/\($0.background)" } == [
        "navBindTitle/navColor", "confirmButtonActiveTextColor/confirmButtonactiveBackgroundColor",
        "confirmButtonOnPressTextColor/confirmButtonactiveBackgroundColor",
        "confirmButtonInactiveTextColor/confirmButtonInactiveBackgroundColor",
      ])
    #expect(theme.warnings().allSatisfy { $0.ratio < 4.5 && $0.ratio >= 1 })
  }

  @Test("a readable theme has no warnings, and pictures and a hidden bar are not checked")
  func readableThemesHaveNone() throws {
    var theme = PageTheme()
    theme.countDownTextColor = .black
    theme.countDownBtnBackgroundColor = .white
    theme.descriptionBindText = ThemeText("a", color: ThemeColor("767676"))
    #expect(theme.warnings() == [])
    theme.countDownTextColor = .white
    #expect(
      theme.warnings() == [
        ThemeWarning(
          text: "countDownTextColor", background: "countDownBtnBackgroundColor", ratio: 1)
      ])
    theme.countDownBtnBackgroundImage = ThemeImage("https://cdn.example/a.png")
    #expect(theme.warnings() == [])
    theme.navColor = .white
    theme.navBindTitle = ThemeText("a", color: .white)
    #expect(theme.warnings().map(\.text) == ["navBindTitle"])
    theme.isNavHidden = true
    #expect(theme.warnings() == [])
  }
}
