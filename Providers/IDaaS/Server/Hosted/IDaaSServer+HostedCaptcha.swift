// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation

/// The slider on a page: by script in a dialog, and without script moved by the server.
extension IDaaSServer {
  /// Makes a captcha for the page's script. An invalid number is refused first, before the user moves a
  /// slider.
  func hostedCaptcha(_ visit: inout HostedVisit, _ input: HostedInput) async throws -> HostedStep {
    try await note(input, in: &visit)
    _ = try await destination(of: try await contact(of: visit), visit.context)
    let kind = input.text("type").flatMap(CaptchaKind.init(rawValue:)) ?? .slider
    let challenge = try await newChallenge(kind, purpose: visit.messageType, visit.context)
    return .answer(CaptchaCall.json(challenge).objectValue ?? [:])
  }

  /// Checks the position of the slider, or moves the piece for a browser without script.
  func hostedCheck(_ visit: inout HostedVisit, _ input: HostedInput) async throws -> HostedStep {
    guard input.isScript else { return try await moved(&visit, input) }
    try await note(input, in: &visit)
    var body = input.body
    body["sender"] = .string("page")
    let check = try CaptchaCheck(CallMessage(body: body))
    let proof = try await prove(check.token, check.answer, visit)
    guard visit.flow.captcha == nil else { return .leave(try await outcome(proof, of: visit)) }
    return .answer(CaptchaCheck.json(proof).objectValue ?? [:])
  }

  private func prove(
    _ token: Secret, _ answer: CaptchaSolution, _ visit: HostedVisit
  ) async throws -> CaptchaProof {
    let contact = try await destination(of: try await contact(of: visit), visit.context).contact
    return try await checkCaptcha(
      token, answer: answer, for: contact, purpose: visit.messageType,
      state: visit.stateToken.map { TokenDigest(of: $0) }, visit.context)
  }

  // MARK: Without script

  /// Makes a slider for a browser without script: each move loads a page.
  func beginSlider(_ visit: inout HostedVisit) async throws {
    _ = try await destination(of: try await contact(of: visit), visit.context)
    let challenge = try await newChallenge(.slider, purpose: visit.messageType, visit.context)
    visit.browser.picture = challenge.token.reveal()
    visit.browser.position = 0
    visit.browser.step = .slider
  }

  /// The puzzle of a browser without script; nil when its challenge has ended. It is drawn again from the
  /// stored seed, which does not use up the challenge.
  func slider(of visit: HostedVisit) async throws -> SliderPuzzle? {
    guard let token = visit.browser.picture.map(Secret.init),
      let record = try await store.record(
        .challenge, TokenDigest(of: token), at: visit.context.now),
      let kept = puzzle(in: record)
    else { return nil }
    return try await puzzle(seed: kept.seed)
  }

  private func moved(_ visit: inout HostedVisit, _ input: HostedInput) async throws -> HostedStep {
    let step = input.text("step") ?? "set"
    if step == "close", visit.flow.captcha != nil { return try await hostedBack(&visit, input) }
    guard step != "close", let token = visit.browser.picture.map(Secret.init) else {
      leaveSlider(&visit, saying: visit.texts.sliderClosed)
      return .page
    }
    guard let slider = try await slider(of: visit) else {
      leaveSlider(&visit, saying: visit.texts.sliderOver)
      return .page
    }
    let typed = input.text("position").flatMap { Int($0) } ?? visit.browser.position
    let most = SliderPuzzle.width - slider.pieceSize
    let bounded = min(max(typed, 0), most) + (Int(step) ?? 0)
    visit.browser.position = min(max(bounded, 0), most)
    guard step == "check" else { return .page }
    let position = Double(visit.browser.position)
    leaveSlider(&visit, saying: nil)
    do {
      let answer = CaptchaSolution.slider(x: position, y: Double(slider.pieceY))
      let proof = try await prove(token, answer, visit)
      guard visit.flow.captcha == nil else { return .leave(try await outcome(proof, of: visit)) }
      _ = try await sendCode(by: proof.token, &visit)
    } catch let refusal as Refusal {
      visit.browser.alert = HostedWords(refusal, visit).text
      visit.browser.alertField = HostedWords(refusal, visit).field
      if refusal.code == .slideWrong { try await beginSlider(&visit) }
    }
    return .page
  }

  private func leaveSlider(_ visit: inout HostedVisit, saying text: String?) {
    visit.browser.picture = nil
    visit.browser.position = 0
    visit.browser.step = .contact
    visit.browser.alert = text
  }
}
