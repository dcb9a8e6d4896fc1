// SPDX-License-Identifier: Apache-2.0

import CoatcheckIDaaSProtocol
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import TestKit
@testable import CoatcheckIDaaS

@Suite("The slider on the service's page")
struct CaptchaPageTests {
  private static let mobile = "+86-13800000000"

  private static func user(_ world: IDaaSWorld) -> PhoneUser {
    PhoneUser(.alice, number: "13800000000", at: world.server, transport: Transports.system)
  }

  @Test("is solved through the client, and its proof sends the code of a sign-in that waits")
  func pending() async throws {
    let (world, pending) = try await IDaaSWorld.registering()
    let proof = try await pending.captcha(with: Self.user(world), for: .mobile(Self.mobile))
    try await pending.sendCode(to: .mobile(Self.mobile), proof: proof)
    let code = try world.code("+8613800000000")
    #expect(try await pending.finish(.mobile(Self.mobile), code: code).session != nil)
  }

  @Test("is solved without a sign-in that waits, and its proof is for one number and one purpose")
  func purpose() async throws {
    let world = try await IDaaSWorld.start()
    let proof = try await world.idaas.captcha(
      with: Self.user(world), for: .mobile(Self.mobile), purpose: .loginMobile)
    let other = await failure {
      try await world.idaas.sendCode(
        to: .mobile("+86-13900000000"), purpose: .loginMobile, proof: proof)
    }
    #expect(other?.returnCode == .captchaWrong)
    let next = try await world.idaas.captcha(
      with: Self.user(world), for: .mobile(Self.mobile), purpose: .loginMobile)
    try await world.idaas.sendCode(to: .mobile(Self.mobile), purpose: .loginMobile, proof: next)
  }

  @Test("is shown again after a wrong position, and the page has the configured theme")
  func again() async throws {
    let (world, pending) = try await IDaaSWorld.registering()
    var theme = PageTheme()
    theme.navColor = ThemeColor("0B3C49")
    let user = CarelessUser(Self.user(world))
    let proof = try await pending.captcha(with: user, for: .mobile(Self.mobile), theme: theme)
    #expect(!proof.token.isEmpty)
    #expect(user.pages.withLock { $0 }.contains { $0.contains("--bar:#0B3C49;") })
    #expect(user.pages.withLock { $0 }.contains { $0.contains("name=\"position\"") })
  }

  @Test("ends with 105 when the user goes back on it, closes the slider, and closes the browser")
  func closed() async throws {
    let (world, pending) = try await IDaaSWorld.registering()
    let closing = CarelessUser(Self.user(world), step: "close")
    for agent in [ReturningUser(), closing, ClosingUser()] as [any UserAgent] {
      let error = await failure {
        try await pending.captcha(with: agent, for: .mobile(Self.mobile))
      }
      #expect(error?.isCancelledByUser == true)
      #expect(error?.providerCode == "105")
    }
    #expect(world.server.outbox.messages.isEmpty)
  }

  @Test("is refused for a number that is not one, and for a redirect URI that is not registered")
  func refused() async throws {
    let (world, pending) = try await IDaaSWorld.registering()
    let number = await failure {
      try await pending.captcha(with: Self.user(world), for: .mobile("12"))
    }
    #expect(number?.returnCode == .parameterFormat)
    #expect(number?.parameter == "mobile")
    let place = await failure {
      try await pending.captcha(
        with: Self.user(world), for: .mobile(Self.mobile), redirectURI: "https://evil.example/")
    }
    #expect(place?.parameter == "redirect_uri")
  }
}

/// A user who closes the browser.
struct ClosingUser: UserAgent {
  func redirectURI() async throws(OAuthError) -> String { "http://127.0.0.1:49152/callback" }

  func authorize(_ page: AuthorizationPage) async throws(OAuthError) -> String {
    throw .unreachable(.userCancelled, "The user closed the window.")
  }
}

/// A user who first puts the piece where it does not belong, or closes the slider, and keeps what the pages show.
final class CarelessUser: UserAgent {
  private let careful: PhoneUser
  private let step: String
  let pages = Mutex<[String]>([])

  init(_ careful: PhoneUser, step: String = "check") {
    self.careful = careful
    self.step = step
  }

  func redirectURI() async throws(OAuthError) -> String { try await careful.redirectURI() }

  func authorize(_ page: AuthorizationPage) async throws(OAuthError) -> String {
    let url = page.url
    var address = url.absoluteString
    var shown = try await careful.browser.get(address)
    while let location = shown.location {
      address = location.contains("://") ? location : "http://127.0.0.1:\(url.port ?? 0)\(location)"
      shown = try await careful.browser.get(address)
    }
    pages.withLock { $0.append(shown.text) }
    let origin = "http://127.0.0.1:\(url.port ?? 0)"
    var fields = HTTPFields()
    if let name = HTTPField.Name("Origin") { fields[name] = origin }
    let csrf =
      shown.forms.lazy.compactMap { form in
        form.fields.first { $0.name == "csrf" }?.value
      }.first ?? ""
    _ = try await careful.browser.post(
      origin + "/hosted/api/sms/send", ["csrf": csrf], fields: fields)
    shown = try await careful.browser.get(address)
    pages.withLock { $0.append(shown.text) }
    let moved = try await careful.browser.post(
      origin + "/hosted/api/captcha/verify",
      ["csrf": csrf, "step": step, "position": "0"], fields: fields)
    if let left = moved.location, left.hasPrefix(page.redirectURI) { return left }
    guard let again = URL(string: address) else { throw .misused("url", "There is no page.") }
    return try await careful.authorize(at: again)
  }
}
