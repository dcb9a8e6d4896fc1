// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import TestKit

@Suite(
  "Hosted pages in a real browser",
  .enabled(
    if: Chromium.isInstalled, "chromium and chromium-driver are not installed: no real browser"),
  .serialized, .timeLimit(.minutes(10)))
struct HostedInABrowserTests {
  @Test(
    "a user drags the slider, types the code, and the app gets the tokens",
    arguments: ["mouse", "touch"])
  func drag(pointer: String) async throws {
    try await PageWorld.run { world in
      let chromium = world.chromium
      try await chromium.use(pointer == "touch" ? .phone : .desktop)
      try await world.solveSlider(pointer: pointer)
      try await world.finish()
      let answer = try await world.answer()
      #expect(answer["state"] == "xyz")
      let tokens = try await world.complete(answer)
      #expect(tokens["status"] == "SUCCESS")
      #expect(tokens["created"] == true)
      #expect(try await chromium.complaints().filter { !$0.contains("404") } == [])
    }
  }

  @Test("a user registers with the keyboard alone")
  func keyboard() async throws {
    try await PageWorld.run { world in
      let chromium = world.chromium
      try await chromium.use(.desktop)
      try await world.open()
      try await world.listen()
      // Tab reaches every control in the order it is read in; Enter in the number asks for the code.
      try await tab(to: "mobile", chromium)
      try await chromium.typeKeys(PageWorld.phone)
      try await chromium.press([.enter])
      try await world.shownSlider()
      #expect(try await focus(chromium) == "knob")
      let place = try await world.place(of: try await world.challenge())
      try await chromium.press([.end, .home])
      #expect(try await value(chromium) == 0)
      try await chromium.press(Array(repeating: .pageUp, count: place / 20))
      try await chromium.press(Array(repeating: .right, count: place % 20 / 2))
      #expect(abs(try await value(chromium) - place) <= 1)
      try await chromium.press([.enter])
      try await chromium.wait(until: "document.activeElement.id === 'code'")
      try await chromium.typeKeys(try world.code())
      try await tab(to: "consent", chromium)
      try await chromium.press([.space])
      try await chromium.press([.tab])
      #expect(try await focus(chromium) == "Register")
      try await chromium.press([.enter])
      #expect(try await world.complete(try await world.answer())["status"] == "SUCCESS")
    }
  }

  @Test("Escape closes the slider, reports 105, and returns the focus")
  func escape() async throws {
    try await PageWorld.run { world in
      try await world.open()
      try await world.openSlider()
      try await world.chromium.press([.escape])
      try await world.chromium.wait(until: "!document.getElementById('slider').open")
      #expect(try await world.chromium.text(of: "#alert").contains("105"))
      #expect(try await focus(world.chromium) == "send")
      #expect(world.server.outbox.messages.isEmpty)
    }
  }

  @Test("the step buttons move the piece, and a wrong place brings a new picture")
  func steps() async throws {
    try await PageWorld.run { world in
      try await world.open()
      try await world.openSlider()
      let first = try await world.challenge()
      for _ in 0..<3 { try await world.chromium.click("#greater") }
      try await world.chromium.click("#less")
      #expect(try await value(world.chromium) == 10)
      try await world.chromium.click("#try")
      try await world.chromium.wait(until: "window.seen.token !== '\(first)'")
      try await world.chromium.wait(
        until: "document.getElementById('state').textContent.startsWith('Not quite')")
      #expect(try await focus(world.chromium) == "knob")
      #expect(try await value(world.chromium) == 0)
    }
  }

  @Test("a user who cannot solve the slider chooses the proof of work")
  func work() async throws {
    try await PageWorld.run { world in
      try await world.open()
      try await world.openSlider()
      try await world.chromium.click("#other")
      try await world.finish()
      #expect(try await world.complete(try await world.answer())["status"] == "SUCCESS")
    }
  }

  @Test("the button counts down and is enabled again for the next code")
  func countdown() async throws {
    try await PageWorld.run(settings: { $0.resendAfter = 2 }) { world in
      let chromium = world.chromium
      try await world.solveSlider(pointer: "mouse")
      try await chromium.wait(until: "document.getElementById('send').disabled")
      #expect(try await chromium.text(of: "#send").hasPrefix("Again in "))
      try await chromium.wait(until: "!document.getElementById('send').disabled")
      #expect(try await chromium.text(of: "#send") == "Send code")
    }
  }

  @Test("a wrong code is reported at its field, which gets the focus")
  func wrongCode() async throws {
    try await PageWorld.run { world in
      let chromium = world.chromium
      try await world.solveSlider(pointer: "mouse")
      try await chromium.wait(until: "document.getElementById('notice').textContent.length > 0")
      let right = try world.code()
      try await chromium.type(right == "000000" ? "111111" : "000000", into: "#code")
      try await chromium.click("#consent")
      try await chromium.click("#form .confirm.act")
      try await chromium.wait(until: "document.getElementById('code-error').textContent.length > 0")
      #expect(
        try await chromium.text(of: "#code-error").hasSuffix("The code is wrong. Tries left: 4."))
      #expect(try await focus(chromium) == "code")
      _ = try await chromium.evaluate("document.getElementById('code').value = ''")
      try await chromium.type(right, into: "#code")
      try await chromium.press([.enter])
      #expect(try await world.answer()["ticket"] != nil)
    }
  }

  @Test("an expired page returns to the app with error=expired")
  func expired() async throws {
    try await PageWorld.run { world in
      try await world.open()
      world.server.clock.advance(by: .seconds(601))
      try await world.chromium.type(PageWorld.phone, into: "#mobile")
      try await world.chromium.click("#send")
      try await world.chromium.wait(until: "!document.getElementById('form')")
      #expect(try await world.chromium.text(of: "h1") == "Please start again")
      try await world.chromium.click("main a")
      let answer = try await world.answer()
      #expect(answer["error"] == "expired")
      #expect(answer["state"] == "xyz")
    }
  }

  @Test("the back button returns to the app with 104")
  func back() async throws {
    try await PageWorld.run { world in
      try await world.open()
      try await world.chromium.click(".bar button")
      let answer = try await world.answer()
      #expect(answer["error"] == "access_denied")
      #expect(answer["code"] == "104")
    }
  }

  @Test("without script a user registers as well")
  func withoutScript() async throws {
    try await PageWorld.run { world in
      let chromium = world.chromium
      try await chromium.use(.phone)
      try await chromium.allowScript(false)
      try await world.open()
      try await chromium.type(PageWorld.phone, into: "#mobile")
      try await chromium.click("#send")
      _ = try await chromium.text(of: "#position")
      // The challenge is in the sealed cookie.
      let place = try await world.place(of: try await world.challengeInCookie())
      for (step, count) in [("+50", place / 50), ("+10", place % 50 / 10), ("+2", place % 10 / 2)] {
        for _ in 0..<count { try await chromium.click("button[name=step][value='\(step)']") }
      }
      try await chromium.click("button[value=check]")
      #expect(try await chromium.text(of: "#notice").contains("on its way"))
      try await chromium.type(try world.code(), into: "#code")
      try await chromium.click("#consent")
      try await chromium.click("#form .confirm.act")
      #expect(try await world.complete(try await world.answer())["status"] == "SUCCESS")
    }
  }

  @Test("the search finds a country by its name and by its code")
  func countries() async throws {
    try await PageWorld.run { world in
      let chromium = world.chromium
      try await world.open()
      try await chromium.click("#pick")
      try await chromium.typeKeys("852")
      let shown = """
        [...document.querySelectorAll('#list li')].filter(one => !one.hidden)
        .map(one => one.textContent).join()
        """
      #expect(try await chromium.evaluate("return " + shown) == "Hong Kong +852")
      try await chromium.press([.down, .enter])
      #expect(try await chromium.text(of: "#picked") == "Hong Kong +852")
      #expect(try await focus(chromium) == "mobile")
      #expect(
        try await chromium.evaluate("return document.getElementById('country').value") == "HK")
    }
  }

  private func focus(_ chromium: Chromium) async throws -> String {
    try await chromium.evaluate(
      "return document.activeElement.id || document.activeElement.textContent"
    ).stringValue ?? ""
  }

  private func value(_ chromium: Chromium) async throws -> Int {
    let text = try await chromium.evaluate(
      "return document.getElementById('knob').getAttribute('aria-valuenow')")
    return Int(text.stringValue ?? "") ?? -1
  }

  private func tab(to id: String, _ chromium: Chromium) async throws {
    for _ in 0..<20 {
      try await chromium.press([.tab])
      if try await focus(chromium) == id { return }
    }
    throw WebDriverError(reason: "Tab never reaches \(id)")
  }
}

extension PageWorld {
  /// The challenge that the sealed cookie names, opened with the server's own key.
  func challengeInCookie() async throws -> String {
    let cookie = try await chromium.call(.get, "/cookie/\(HostedBrowser.cookie)")
    let value = cookie.objectValue?["value"]?.stringValue ?? ""
    let sealer = Sealer(master: try TestKeys.master(), environment: .live)
    return try #require(HostedBrowser.challenge(inCookie: value, sealer: sealer)?.reveal())
  }
}
