// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckWeiboTesting
import CoatcheckIDaaSTesting
import CoatcheckIDaaS
import Coatcheck
import CoatcheckTesting
import Foundation

/// The integration by calls alone: the app has pages of its own, and gets Weibo's token from Weibo's app.
struct CallsTour {
  let service: Service

  func run() async throws {
    Narrator.step("By calls alone: Weibo's app hands over a token; the service asks Weibo about it")
    let app = try service.installation(of: "app")
    let (token, uid) = service.server.weibo.token(for: .bob)
    let outcome = try await app.signIn(weiboToken: Secret(token), uid: uid, storedAs: "bob")
    guard case .needsRegistration(let pending) = outcome else { throw Surprise(outcome) }
    Narrator.tell("no user is bound to that Weibo account: USER_REGISTER")

    let number = try await typed("139 0000 0000", app)
    Narrator.tell("the typed number is \(number.hyphenated)")
    try await prove(number, pending)
    let code = try service.code(sentTo: number.e164)
    guard let session = try await pending.finish(.mobile(number.hyphenated), code: code).session
    else { throw Surprise(outcome) }
    Narrator.tell("registered and signed in as \(session.account.subject)")

    Narrator.step("The second sign-in goes straight through")
    let again = try await app.signIn(weiboToken: Secret(token), uid: uid, storedAs: "bob")
    guard again.session != nil else { throw Surprise(again) }
    Narrator.tell("signed in; nothing was asked")

    Narrator.step(
      "At the desk, a Weibo account has to be linked to an existing user: this one binds")
    try await bind()
  }

  /// A phone number as a user types it, with the country codes that the tenant accepts.
  private func typed(_ text: String, _ app: IDaaS) async throws -> PhoneNumber {
    guard let number = try await app.areaCodes().number(text) else {
      throw OAuthError.misused("mobile", "\(text) is no number here.")
    }
    return number
  }

  /// Solves the slider puzzle, and requests a code for the number.
  private func prove(_ number: PhoneNumber, _ pending: PendingSignIn) async throws {
    let captcha = try await pending.captcha(for: .mobile(number.hyphenated))
    guard let slider = captcha.slider,
      let place = try await service.server.slide(for: slider.token)
    else { throw OAuthError.misused("captcha", "There is no slider.") }
    Narrator.tell("the slider: \(slider.width)×\(slider.height); the piece belongs at \(place)")
    let proof = try await captcha.answer(
      .slider(x: Double(place), y: 5, displayWidth: Double(slider.width), slideTime: 900))
    _ = try await pending.sendCode(to: .mobile(number.hyphenated), proof: proof)
  }

  /// The first sign-in by Weibo of a user whom the service knows by phone number.
  private func bind() async throws {
    let desk = try service.installation(of: "desk")
    let (token, uid) = service.server.weibo.token(for: Service.carol)
    let outcome = try await desk.signIn(weiboToken: Secret(token), uid: uid)
    guard case .needsBinding(let pending) = outcome else { throw Surprise(outcome) }
    Narrator.tell("not bound: SOCIAL_BIND")
    let number = try await typed(Service.carolsNumber, desk)
    try await prove(number, pending)
    let code = try service.code(sentTo: number.e164)
    let bound = try await pending.finish(.mobile(number.hyphenated), code: code)
    guard let session = bound.session else { throw Surprise(bound) }
    Narrator.tell("bound to \(session.account.subject), who was here before")
  }
}

/// An outcome that the demo did not expect.
struct Surprise: Error {
  let outcome: LoginOutcome

  init(_ outcome: LoginOutcome) { self.outcome = outcome }
}
