// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import TestSupport

@Suite("Themes")
struct ThemeTests {
  /// The document's example, with all 25 properties.
  static let document = """
    {"isNavHidden":false,"navColor":"99FFCC","navBindTitle":{"text":"Bind","color":"FF4F4A","size":18,"weight":"semibold"},
     "navRegistTitle":{"text":"Register"},
     "navHiddenBackButtonFrame":{"x":5,"y":150,"width":70,"height":40},
     "navBackImage":"https://cdn.example/back.png",
     "navRightView":{"title":"More","action":"more"},
     "tileDescriptionBindText":{"text":"a"},"tileDescriptionRegistText":{"text":"b"},
     "descriptionBindText":{"text":"c"},"descriptionRegistText":{"text":"d"},
     "clickToSendSMSButtonText":{"text":"e"},"clickToSendBorderColor":"CCFF33",
     "clickToSendSMSBackgroundColor":"FFFFFF","clickToSendSMSBackgroundImage":"https://cdn.example/s.png",
     "countDownTextColor":"330000","countDownBtnBackgroundColor":"CCCCFF",
     "countDownBtnBackgroundImage":"data:image/png;base64,iVBORw0KGgo=",
     "confirmButtonRegistText":"Register","confirmButtonBindText":"Bind",
     "confirmButtonInactiveTextColor":"FF99FF","confirmButtonActiveTextColor":"FF9966",
     "confirmButtonOnPressTextColor":"FF66FF","confirmButtonInactiveBackgroundColor":"999999",
     "confirmButtonactiveBackgroundColor":"CC00FF"}
    """

  private static func refusal(_ name: String, _ value: JSONValue) -> Refusal? {
    do throws(Refusal) {
      _ = try PageTheme(json: [name: value])
      return nil
    } catch {
      return error
    }
  }

  @Test("all 25 properties are read by the document's names, and written by them")
  func allPropertiesTravel() throws {
    let json = try JSONObject(parsing: Array(Self.document.utf8))
    #expect(json.count == 25)
    let theme = try PageTheme(json: json)
    #expect(Set(theme.json.names) == Set(json.names))
    #expect(try PageTheme(json: theme.json) == theme)
    #expect(theme.isNavHidden == false)
    #expect(theme.navColor?.hex == "99FFCC")
    #expect(
      theme.navBindTitle
        == ThemeText("Bind", color: ThemeColor("FF4F4A"), size: 18, weight: .semibold))
    #expect(
      theme.navHiddenBackButtonFrameBlock == ThemeRectangle(x: 5, y: 150, width: 70, height: 40))
    #expect(theme.navRightView == ThemeRightView(title: "More", action: "more"))
    #expect(theme.confirmButtonBindText == "Bind")
    #expect(theme.confirmButtonactiveBackgroundColor?.hex == "CC00FF")
  }

  @Test("themes are read as they were written, whatever is set")
  func themesGoThroughBothHalves() throws {
    var random = SplitMix64(seed: 3)
    for _ in 0..<500 {
      let theme = random.theme()
      #expect(try PageTheme(json: JSONObject(parsing: theme.json.serialized())) == theme)
    }
  }

  @Test("a property that is not set, null or unknown keeps the default look")
  func otherPropertiesAreIgnored() throws {
    let theme = try PageTheme(json: [
      "navColor": .null, "borderRadius": "12px", "isNavHidden": .null,
    ])
    #expect(theme == PageTheme())
    #expect(theme.json.isEmpty)
  }

  @Test(
    "a colour is six hexadecimal digits and nothing else",
    arguments: [
      "#FF4F4A", "0xFF4F4A", "FF4F4", "FF4F4AA", "FFF", "red", "", " FF4F4A", "FF4F4G", "ＦＦ４Ｆ４Ａ",
      "FF4F4A;", "rgb(1,2,3)", "@@@@@@", "``````",
    ])
  func otherColorsAreRefused(_ text: String) {
    #expect(
      Self.refusal("countDownTextColor", .string(text))
        == Refusal(.parameterFormat, "countDownTextColor", detail: .badFormat))
    let inText = Self.refusal("navBindTitle", ["text": "a", "color": .string(text)])
    #expect(inText?.arguments == ["navBindTitle.color"])
  }

  @Test("a colour is read in any case, and written in one")
  func colorsAreReadInAnyCase() {
    #expect(ThemeColor("ff4f4a") == ThemeColor("FF4F4A"))
    #expect(ThemeColor("ff4f4a")?.channels == [255, 79, 74])
  }

  @Test(
    "a picture is an https address or a small PNG",
    arguments: [
      "http://cdn.example/a.png", "//cdn.example/a.png", "file:///etc/passwd",
      "javascript:alert(1)",
      "data:image/svg+xml;base64,PHN2Zz4=", "data:image/png;base64,R0lGODlh",
      "data:image/png;base64,?",
      "data:image/png,abc", "https://u:p@cdn.example/a.png", "https://cdn.example/\");}", "",
      "https://cdn.example/" + String(repeating: "a", count: 3_000), "https://", "https://a b/c",
      "data:image/png;base64,iVBORw0KGgo" + String(repeating: "A", count: 300_000),
    ])
  func otherPicturesAreRefused(_ source: String) {
    #expect(
      Self.refusal("navBackImage", .string(source))
        == Refusal(.parameterFormat, "navBackImage", detail: .badFormat))
  }

  @Test("the host of a picture is known, for the list of allowed ones")
  func hostsOfPicturesAreKnown() {
    #expect(ThemeImage("https://cdn.example:8443/a.png")?.host == "cdn.example:8443")
    #expect(ThemeImage("data:image/png;base64,iVBORw0KGgo=")?.host == nil)
  }

  private static let badTypes: [(String, JSONValue)] = [
    ("isNavHidden", .string("YES")), ("navColor", .number(JSONNumber(330000))),
    ("navBindTitle", .number(JSONNumber(7))), ("navBackImage", .bool(true)),
    ("navHiddenBackButtonFrame", .string("5,150,70,40")), ("navRightView", .string("More")),
  ]

  @Test("another type is COMMON.1007 with the property's name", arguments: badTypes)
  func otherTypesAreRefused(_ name: String, _ value: JSONValue) {
    #expect(Self.refusal(name, value) == Refusal(.parameterType, name, detail: .badType))
  }

  private static let badParts: [(String, JSONValue, String)] = [
    ("navBindTitle", .string(""), "navBindTitle"),
    ("navBindTitle", .object(["text": "a\u{7}"]), "navBindTitle"),
    ("navBindTitle", .object(["color": "FF0000"]), "navBindTitle.text"),
    ("navBindTitle", .object(["text": "a", "size": 500]), "navBindTitle.size"),
    ("navBindTitle", .object(["text": "a", "weight": "fat"]), "navBindTitle.weight"),
    ("navBindTitle", .string(String(repeating: "字", count: 201)), "navBindTitle"),
    (
      "navHiddenBackButtonFrame", .object(["x": 1, "y": 1, "width": -1, "height": 1]),
      "navHiddenBackButtonFrame.width"
    ),
    (
      "navHiddenBackButtonFrame", .object(["x": 1, "y": 1, "width": 1]),
      "navHiddenBackButtonFrame.height"
    ),
    ("navRightView", .object(["title": "More", "action": "a b"]), "navRightView.action"),
    ("navRightView", .object(["title": "More", "action": "a&event=x"]), "navRightView.action"),
    ("navRightView", .object(["action": "more"]), "navRightView.title"),
  ]

  @Test("the error names the invalid part of a property", arguments: badParts)
  func partsAreNamed(_ name: String, _ value: JSONValue, _ part: String) {
    let refusal = Self.refusal(name, value)
    #expect(refusal?.code == .parameterFormat)
    #expect(refusal?.arguments == [part])
  }

  @Test("a rectangle is read by the document's own name too")
  func rectanglesAreReadByBothNames() throws {
    let theme = try PageTheme(json: [
      "navHiddenBackButtonFrameBlock": ["x": 1, "y": 2, "width": 3, "height": 4]
    ])
    #expect(theme.navHiddenBackButtonFrameBlock == ThemeRectangle(x: 1, y: 2, width: 3, height: 4))
  }

  @Test("the theme of a call overrides the tenant's, and that one the default look")
  func themesLieOverEachOther() throws {
    var random = SplitMix64(seed: 4)
    for _ in 0..<300 {
      let (standard, tenant, call) = (random.theme(), random.theme(), random.theme())
      let merged = call.over(tenant.over(standard)).json
      for name in Set(merged.names + standard.json.names) {
        let expected: JSONValue? = call.json[name] ?? tenant.json[name] ?? standard.json[name]
        #expect(merged[name] == expected)
      }
    }
    #expect(PageTheme().over(PageTheme()) == PageTheme())
  }
}
