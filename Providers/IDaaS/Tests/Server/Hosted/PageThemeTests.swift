// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckIDaaSTesting
import TestKit

@testable import CoatcheckIDaaSServer

@Suite("Themes of hosted pages", .serialized, .timeLimit(.minutes(10)))
struct HostedThemeTests {
  private static let path = "/api/v2/tenant/applications/app/theme"
  private static let bearer = ["Authorization": "Bearer " + HostedWorld.administrator]

  @Test(
    "an administrator puts a theme, clients read it by its tag, and a page's own theme overrides it"
  )
  func put() async throws {
    let world = try await HostedWorld.start(application: { app in
      var theme = PageTheme()
      theme.navRegistTitle = "Configured"
      app.theme = theme
    })
    let before = try await world.call(.get, "/api/v2/sdk/theme")
    #expect(before.json["navRegistTitle"] == "Configured")
    for color in ["0B3C49", "893168", "224466"] {
      let put = try await world.call(
        .put, Self.path, ["navColor": .string(color), "navRegistTitle": "Changed"],
        fields: Self.bearer)
      #expect(put.head.status == .ok)
      let after = try await world.call(.get, "/api/v2/sdk/theme")
      #expect(after.json["navColor"]?.stringValue == color)
      #expect(after.json["navRegistTitle"] == "Changed")
    }
    let read = try await world.call(.get, "/api/v2/sdk/theme")
    let tag = try #require(read.head.headerFields[.eTag])
    let same = try await world.call(.get, "/api/v2/sdk/theme", fields: ["If-None-Match": tag])
    #expect(same.head.status == .notModified)

    let browser = try await world.browser(changing: ["theme": ["navRegistTitle": "Of this call"]])
    let page = try await browser.get("/hosted/register")
    #expect(page.text.contains("<p>Of this call</p>"))
    #expect(page.text.contains("--bar:#224466;"))
  }

  @Test(
    "without the administrator's token nothing is read or put",
    arguments: [nil, "Bearer x", "Bearer ", "Basic " + HostedWorld.administrator])
  func unauthorised(field: String?) async throws {
    let world = try await HostedWorld.start()
    let fields = field.map { ["Authorization": $0] } ?? [:]
    for path in [Self.path, "/api/v2/tenant/applications/unknown/theme"] {
      let read = try await world.call(.get, path, fields: fields)
      #expect(read.head.status == .unauthorized)
      #expect(read.head.headerFields[.wwwAuthenticate] == "Bearer")
      let put = try await world.call(.put, path, ["navColor": "000000"], fields: fields)
      #expect(put.head.status == .unauthorized)
    }
    #expect(try await world.call(.get, "/api/v2/sdk/theme").json["navColor"] == nil)
  }

  @Test("an application without an administrator's token has no administrator")
  func noAdministrator() async throws {
    let world = try await HostedWorld.start(application: { $0.adminToken = nil })
    let put = try await world.call(.put, Self.path, ["navColor": "000000"], fields: Self.bearer)
    #expect(put.head.status == .unauthorized)
  }

  @Test("an invalid theme is refused and the one before stays")
  func bad() async throws {
    let world = try await HostedWorld.start()
    _ = try await world.call(.put, Self.path, ["navColor": "0B3C49"], fields: Self.bearer)
    for theme: JSONObject in [
      ["navColor": "red"], ["isNavHidden": "yes"], ["navBackImage": "https://a.example/x.png"],
    ] {
      let put = try await world.call(.put, Self.path, theme, fields: Self.bearer)
      #expect(put.head.status == .badRequest)
    }
    #expect(try await world.call(.get, "/api/v2/sdk/theme").json["navColor"] == "0B3C49")
  }

  /// The effect of each of the 25 properties, on the page that shows it.
  static let effects: [(name: String, value: JSONValue, page: String, effect: String)] = [
    ("isNavHidden", true, "bind", "class=\"float\""),
    ("navColor", "0B3C49", "bind", "--bar:#0B3C49;"),
    ("navBindTitle", "T1", "bind", "<p>T1</p>"),
    ("navRegistTitle", "T2", "register", "<p>T2</p>"),
    ("navBackImage", .string(pixel), "bind", "<img src=\"data:image/png"),
    ("navRightView", ["title": "T3", "action": "more"], "register", ">T3</button>"),
    ("tileDescriptionRegistText", "T4", "register", "<h1>T4</h1>"),
    ("tileDescriptionBindText", ["text": "T5", "color": "123456"], "bind", "--title:#123456;"),
    ("descriptionBindText", "T6", "bind", "<p class=\"about\">T6</p>"),
    (
      "descriptionRegistText", ["text": "T7", "size": 20], "register", ".about{font-size:1.25rem;}"
    ),
    (
      "clickToSendSMSButtonText", ["text": "T8", "weight": "bold"], "bind",
      ".send{font-weight:700;}"
    ),
    ("clickToSendBorderColor", "CCFF33", "bind", "--send-line:#CCFF33;"),
    ("clickToSendSMSBackgroundColor", "FFFFEE", "bind", "--send:#FFFFEE;"),
    ("clickToSendSMSBackgroundImage", .string(pixel), "bind", "--send-image:url(data:image/png"),
    ("countDownTextColor", "330000", "bind", "--wait-ink:#330000;"),
    ("countDownBtnBackgroundColor", "CCCCFF", "bind", "--wait:#CCCCFF;"),
    ("countDownBtnBackgroundImage", .string(pixel), "bind", "--wait-image:url(data:image/png"),
    ("confirmButtonRegistText", "T9", "register", ">T9</button>"),
    ("confirmButtonBindText", "T10", "bind", ">T10</button>"),
    ("confirmButtonInactiveTextColor", "222222", "bind", "--off-text:#222222;"),
    ("confirmButtonActiveTextColor", "EEEEEE", "bind", "--on-ink:#EEEEEE;"),
    ("confirmButtonOnPressTextColor", "DDDDDD", "bind", "--press-ink:#DDDDDD;"),
    ("confirmButtonInactiveBackgroundColor", "999999", "bind", "--off-bg:#999999;"),
    ("confirmButtonactiveBackgroundColor", "CC00FF", "bind", "--on:#CC00FF;"),
  ]

  private static let pixel =
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="

  @Test(
    "each property has its effect, and the default look has none",
    arguments: effects.indices)
  func effect(number: Int) async throws {
    let (name, value, page, effect) = Self.effects[number]
    let world = try await HostedWorld.start(bind: page == "bind")
    let plain = try await world.browser(page)
    #expect(try await plain.get("/hosted/" + page).text.contains(effect) == false)
    let browser = try await world.browser(page, changing: ["theme": .object([name: value])])
    let shown = try await browser.get("/hosted/" + page)
    #expect(shown.text.contains(effect), "\(name)")
    guard effect.hasPrefix("--") else { return }
    // A variable alone has no effect: the style sheet has to use it for that part of the page.
    let variable = String(effect.dropFirst(2).prefix { $0 != ":" })
    let (selector, rule) = try #require(Self.uses[variable], "\(name)")
    let path = try #require(shown.between("rel=\"stylesheet\" href=\"", "\""))
    let sheet = try await browser.get(path)
    #expect(sheet.status == .ok)
    let block = sheet.between("\n\(selector){", "}")
    #expect(block?.contains(rule) == true, "\(name): \(selector)")
  }

  /// The rules of the style sheet that use the variables of a theme.
  private static let uses: [String: (selector: String, rule: String)] = [
    "bar": (".bar", "background:var(--bar)"), "title": ("h1", "color:var(--title"),
    "send": (".send", "background:var(--send)"),
    "send-line": (".send", "border-color:var(--send-line)"),
    // The picture is painted over the colour beside it.
    "send-image": (".send", "background:var(--send) var(--send-image)"),
    "wait": (".send.waiting", "background:var(--wait)"),
    "wait-ink": (".send.waiting", "color:var(--wait-ink)"),
    "wait-image": (".send.waiting", "background:var(--wait) var(--wait-image)"),
    "off-bg": ("form:invalid .confirm:not(.sure)", "background:var(--off-bg)"),
    "off-text": ("form:invalid .confirm:not(.sure)", "color:var(--off-text)"),
    "on": (".confirm", "background:var(--on)"), "on-ink": (".confirm", "color:var(--on-ink)"),
    "press-ink": (".confirm:active", "color:var(--press-ink)"),
  ]

  @Test(
    "pictures come from the hosts on the application's list, and the page's policy lets those in")
  func pictureHosts() async throws {
    let world = try await HostedWorld.start(application: { app in
      app.pictureHosts = ["cdn.example"]
    })
    let far = try await world.session(
      try await world.stateToken(),
      changing: ["theme": ["navBackImage": "https://other.example/back.png"]])
    #expect(far.json["error_code"] == "IDAAS.SDK.COMMON.1006")
    let plain = try await world.registering()
    let usual = try await plain.get("/hosted/register").header("Content-Security-Policy")
    #expect(usual.contains("img-src 'self' data:;"))
    let browser = try await world.browser(
      changing: ["theme": ["navBackImage": "https://cdn.example/back.png"]])
    let page = try await browser.get("/hosted/register")
    #expect(page.text.contains("<img src=\"https://cdn.example/back.png\""))
    #expect(
      page.header("Content-Security-Policy").contains("img-src 'self' data: https://cdn.example;"))
  }

  static let frames: [Case<(frame: JSONObject, rules: String)>] = [
    Case(
      "the document's",
      (
        ["x": 5, "y": 150, "width": 70, "height": 40],
        ".float{inset-inline-start:min(5.0px,100% - 70.0px);top:150.0px;width:70.0px;height:40.0px}"
          + "body{padding-top:190.0px}"
      )),
    Case(
      "one that cannot be found",
      (
        ["x": 300, "y": 4000, "width": 1, "height": 4000],
        ".float{inset-inline-start:min(300.0px,100% - 24.0px);top:320.0px;width:24.0px;"
          + "height:120.0px}body{padding-top:440.0px}"
      )),
  ]

  @Test(
    "the frame of the back button applies while the bar is hidden, and the page begins below it",
    arguments: frames)
  func frame(_ row: Case<(frame: JSONObject, rules: String)>) async throws {
    let world = try await HostedWorld.start()
    for isHidden in [true, false] {
      let theme: JSONObject = [
        "isNavHidden": .bool(isHidden), "navHiddenBackButtonFrame": .object(row.value.frame),
      ]
      let browser = try await world.browser(changing: ["theme": .object(theme)])
      let page = try await browser.get("/hosted/register")
      #expect(page.text.contains(row.value.rules) == isHidden)
      #expect(page.text.contains("<header class=\"bar\">") == !isHidden)
    }
  }

  @Test("the picture of the back button is 50 by 30 on the bar, and 70 by 40 without it")
  func backPicture() async throws {
    let world = try await HostedWorld.start()
    for (isHidden, parent, size) in [
      (false, "<header class=\"bar\">", ".bar img{display:block;width:50px;height:30px;"),
      (true, "<form class=\"float\"", ".float img{display:block;width:70px;height:40px;"),
    ] {
      let theme: JSONObject = [
        "isNavHidden": .bool(isHidden), "navBackImage": .string(Self.pixel),
      ]
      let browser = try await world.browser(changing: ["theme": .object(theme)])
      let page = try await browser.get("/hosted/register")
      #expect(page.between(parent, "</form>")?.contains("<img src=\"data:image/png") == true)
      let path = try #require(page.between("rel=\"stylesheet\" href=\"", "\""))
      #expect(try await browser.get(path).text.contains("\n" + size))
    }
  }

  @Test("all properties of the document are in the table, and in the preview")
  func all() {
    let tested = Set(Self.effects.map(\.name) + ["navHiddenBackButtonFrame"])
    #expect(tested.count == 25)
    #expect(Set(PreviewPage.properties.map(\.name)) == tested)
  }

  @Test(
    "a colour without its own background is adjusted in the dark until its contrast is 4.5",
    arguments: ["0B3C49", "4A1942", "000000", "FF4F4A", "1C1F25"])
  func dark(digits: String) throws {
    let card = try #require(ThemeColor("1C1F25"))
    let color = try #require(ThemeColor(digits))
    #expect(color.readable(on: card).contrast(to: card) >= 4.5)
    if color.contrast(to: card) >= 4.5 { #expect(color.readable(on: card) == color) }
  }
}
