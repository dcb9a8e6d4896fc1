// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaS
import CoatcheckIDaaSProtocol
import CoatcheckIDaaSTesting
import TestKit

@Suite(
  "The slider on a page of its own in a real browser",
  .enabled(
    if: Chromium.isInstalled, "chromium and chromium-driver are not installed: no real browser"),
  .serialized, .timeLimit(.minutes(10)))
struct CaptchaPageInABrowserTests {
  private static func idaas(_ world: PageWorld) throws -> IDaaS {
    try IDaaS(
      IDaaSConfiguration(domain: world.server.origin, clientID: "app"), store: MemoryTokenStore(),
      transport: Transports.system, environment: world.server.clock.environment)
  }

  @Test(
    "is solved through the client by mouse, by touch and by keys",
    arguments: SliderUser.Hand.allCases)
  func solved(hand: SliderUser.Hand) async throws {
    try await PageWorld.run { world in
      let idaas = try Self.idaas(world)
      let contact = ContactField.mobile("+86-" + PageWorld.phone)
      let proof = try await idaas.captcha(
        with: SliderUser(world: world, hand: hand), for: contact, purpose: .loginMobile)
      try await idaas.sendCode(to: contact, purpose: .loginMobile, proof: proof)
      #expect(try world.code().count == 6)
    }
  }

  @Test("ends with 105 when the user closes it with Escape")
  func escape() async throws {
    try await PageWorld.run { world in
      let idaas = try Self.idaas(world)
      let error = await failure {
        try await idaas.captcha(
          with: SliderUser(world: world, hand: nil), for: .mobile("+86-" + PageWorld.phone),
          purpose: .loginMobile)
      }
      #expect(error?.providerCode == "105")
    }
  }
}

/// A user who moves the slider of a page in a real browser, or closes it.
struct SliderUser: UserAgent {
  enum Hand: String, CaseIterable { case mouse, touch, keys }

  let world: PageWorld
  /// What moves the piece; nil for a user who closes the slider.
  let hand: Hand?

  func redirectURI() async throws -> String { world.redirect }

  func authorize(_ page: AuthorizationPage) async throws(OAuthError) -> String {
    do {
      try await solve(page.url.absoluteString)
      _ = try await world.answer()
      return try await world.chromium.address()
    } catch {
      throw OAuthError.unreachable(.connectionFailed, "The browser failed: \(error)")
    }
  }

  private func solve(_ address: String) async throws {
    let chromium = world.chromium
    try await chromium.use(hand == .touch ? .phone : .desktop)
    try await chromium.open(address)
    try await world.shownSlider()
    guard let hand else { return try await chromium.press([.escape]) }
    // The first picture came before its challenge could be noted: the button asks for another one.
    try await world.listen()
    _ = try await chromium.evaluate(
      "document.getElementById('slider').close('done'); document.getElementById('send').click();")
    try await chromium.wait(until: "window.seen && document.getElementById('slider').open")
    let place = try await world.place(of: try await world.challenge())
    switch hand {
    case .mouse, .touch:
      try await chromium.drag(
        "#knob", by: try await world.distance(to: place), pointer: hand.rawValue)
    case .keys:
      try await chromium.press(Array(repeating: .pageUp, count: place / 20))
      try await chromium.press(Array(repeating: .right, count: place % 20 / 2))
      try await chromium.press([.enter])
    }
  }
}
