// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSTesting
import TestKit

/// Measures the look of the pages in the browser. With `COATCHECK_SCREENSHOTS=docs/images` the pictures of
/// the documentation are made again.
@Suite(
  "The look of hosted pages",
  .enabled(
    if: Chromium.isInstalled, "chromium and chromium-driver are not installed: no real browser"),
  .serialized, .timeLimit(.minutes(10)))
struct HostedLookTests {
  /// The default look, and two themes which together set all 25 properties.
  static let themes: [(name: String, theme: JSONObject?)] = [
    ("default", nil),
    (
      "harbour",
      [
        "navColor": "0B3C49",
        "navBindTitle": ["text": "Harbour Bank", "color": "F2F7F5", "size": 18],
        "navRegistTitle": ["text": "Harbour Bank", "color": "F2F7F5", "size": 18],
        "navRightView": ["title": "Help", "action": "help"],
        "tileDescriptionBindText": ["text": "Link Weibo", "color": "0B3C49", "size": 24],
        "tileDescriptionRegistText": ["text": "Welcome aboard", "color": "0B3C49", "size": 24],
        "descriptionBindText": [
          "text": "Confirm the number of your bank account.", "color": "35535C",
        ],
        "descriptionRegistText": [
          "text": "Confirm your number to open an account.", "color": "35535C",
        ],
        "clickToSendSMSButtonText": ["text": "Text me", "color": "0B3C49", "weight": "bold"],
        "clickToSendBorderColor": "E4572E", "clickToSendSMSBackgroundColor": "FFF4E9",
        "countDownTextColor": "0B3C49", "countDownBtnBackgroundColor": "D6E4E1",
        "confirmButtonRegistText": "Open account", "confirmButtonBindText": "Link now",
        "confirmButtonInactiveTextColor": "43565C",
        "confirmButtonInactiveBackgroundColor": "DCE5E3",
        "confirmButtonActiveTextColor": "FFFFFF", "confirmButtonactiveBackgroundColor": "B23A17",
        "confirmButtonOnPressTextColor": "FFE8D6",
      ]
    ),
    (
      "plum",
      [
        "isNavHidden": true,
        "navHiddenBackButtonFrame": ["x": 16, "y": 16, "width": 78, "height": 48],
        "navBackImage": .string(back), "clickToSendSMSBackgroundImage": .string(pale),
        "countDownBtnBackgroundImage": .string(pale), "countDownTextColor": "4A1942",
        "clickToSendSMSButtonText": ["text": "Get code", "color": "4A1942"],
        "clickToSendBorderColor": "893168",
        "tileDescriptionBindText": ["text": "One account for everything", "color": "4A1942"],
        "tileDescriptionRegistText": ["text": "Join in a minute", "color": "4A1942"],
        "confirmButtonActiveTextColor": "FFFFFF", "confirmButtonactiveBackgroundColor": "893168",
        "confirmButtonInactiveTextColor": "5B4257",
        "confirmButtonInactiveBackgroundColor": "EADCE6",
        "confirmButtonOnPressTextColor": "FFD9EC",
      ]
    ),
  ]

  /// A plain picture of one pale color, and an arrow.
  private static let pale = Pictures.plain
  private static let back = Pictures.arrow

  @Test(
    "every text has a contrast of 4.5, nothing is clipped, nothing comes from another origin",
    arguments: 0..<3)
  func readable(number: Int) async throws {
    let (name, theme) = Self.themes[number]
    for page in ["bind", "register"] {
      try await PageWorld.run(bind: page == "bind") { world in
        let chromium = world.chromium
        try await world.open(page, theme: theme)
        for screen in [Chromium.Screen.phone, .desktop] {
          for mode in ["light", "dark"] {
            try await chromium.use(screen)
            try await chromium.prefer(mode)
            let place = "\(name), \(page), \(mode), \(screen.name)"
            try await measure(place, chromium)
            try await picture("hosted-\(name)-\(page)-\(mode)-\(screen.name)", chromium)
            // The same with the form filled in, while the button counts down.
            _ = try await chromium.evaluate(
              """
              document.getElementById('send').classList.add('waiting');
              for (const one of document.querySelectorAll('#form [required]'))
                one.type === 'checkbox' ? one.checked = true : one.value = '13800000000';
              document.getElementById('alert').textContent = 'Something is wrong.';
              document.getElementById('code-error').textContent = 'The code is wrong.';
              document.getElementById('notice').textContent = 'A code is on its way.';
              """)
            try await measure(place + ", filled in", chromium)
            try await chromium.open(world.server.origin + "/hosted/" + page)
          }
        }
        #expect(try await chromium.complaints() == [])
      }
    }
  }

  @Test("the slider's dialog is readable, and nothing is clipped", arguments: ["light", "dark"])
  func dialog(mode: String) async throws {
    try await PageWorld.run { world in
      let chromium = world.chromium
      try await chromium.prefer(mode)
      for screen in [Chromium.Screen.phone, .desktop] {
        try await chromium.use(screen)
        try await world.open()
        try await world.openSlider()
        try await measure("slider, \(mode), \(screen.name)", chromium)
        if screen.isTouched { try await picture("hosted-slider-\(mode)-phone", chromium) }
        try await chromium.press([.escape])
      }
      #expect(try await chromium.complaints() == [])
    }
  }

  @Test("a page has 30 KB at most, its script 12 KB, and all of it comes from the server")
  func weight() async throws {
    try await PageWorld.run { world in
      try await world.open()
      let entries =
        try await world.chromium.evaluate(
          """
          return [...performance.getEntriesByType('navigation'),
            ...performance.getEntriesByType('resource')]
            .map(one => [one.name, one.decodedBodySize]);
          """
        ).arrayValue ?? []
      var total = 0
      for entry in entries {
        let name = entry.arrayValue?.first?.stringValue ?? ""
        let size = entry.arrayValue?.last?.intValue ?? 0
        #expect(name.hasPrefix(world.server.origin + "/hosted/"))
        if name.hasSuffix(".js") { #expect(size <= 12 << 10, "the script has \(size) bytes") }
        total += size
      }
      #expect(entries.count == 3)
      #expect((1...30 << 10).contains(total), "the page has \(total) bytes")
    }
  }

  @Test("at 200 % on a phone nothing is cut off", arguments: ["bind", "register"])
  func zoom(page: String) async throws {
    try await PageWorld.run(bind: page == "bind") { world in
      // 390 pixels at 200 % are 195.
      try await world.chromium.use(
        Chromium.Screen(name: "zoomed", width: 195, height: 420, isTouched: true))
      try await world.open(page)
      try await measure("zoomed, \(page)", world.chromium)
    }
  }

  @Test("the pages speak three languages", arguments: ["zh-CN", "zh-TW", "en"])
  func languages(language: String) async throws {
    try await PageWorld.run { world in
      try await world.open(language: language)
      #expect(
        try await world.chromium.evaluate("return document.documentElement.lang")
          == .string(language))
      try await world.chromium.use(.phone)
      try await measure(language, world.chromium)
      let wanted = ["zh-CN": "获取验证码", "zh-TW": "取得驗證碼", "en": "Send code"][language]
      #expect(try await world.chromium.text(of: "#send") == wanted)
    }
  }

  @Test("the preview shows all 25 properties, both pages in both modes, and follows what is typed")
  func preview() async throws {
    try await PageWorld.run { world in
      let chromium = world.chromium
      try await chromium.use(.desktop)
      try await chromium.open(world.server.origin + "/hosted/preview")
      #expect(
        try await chromium.evaluate("return document.querySelectorAll('#theme [name]').length")
          == 26)
      #expect(try await chromium.evaluate("return frames.length") == 4)
      try await chromium.type("0B3C49", into: "#navColor")
      try await chromium.wait(
        until: """
          [...document.querySelectorAll('iframe')].every(one => one.contentDocument
          && one.contentDocument.querySelector('.bar')
          && getComputedStyle(one.contentDocument.querySelector('.bar')).backgroundColor
          === 'rgb(11, 60, 73)')
          """)
      // A color that is half typed is refused.
      #expect(try await chromium.complaints().filter { !$0.contains("400") } == [])
    }
  }

  private func measure(_ place: String, _ chromium: Chromium) async throws {
    let faults = try await chromium.evaluate(Measure.script).arrayValue ?? [.string("no answer")]
    #expect(faults.compactMap(\.stringValue) == [], "\(place)")
  }

  private func picture(_ name: String, _ chromium: Chromium) async throws {
    guard let path = ProcessInfo.processInfo.environment["COATCHECK_SCREENSHOTS"] else { return }
    let folder = URL(filePath: path)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try await chromium.screenshot().write(to: folder.appending(path: name + ".png"))
  }
}
