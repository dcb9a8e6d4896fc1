// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation

/// The actions of a page. They use the same functions as the calls of the interface.
extension IDaaSServer {
  /// Requests a code: with the proof of a captcha when a script sends it; without script this begins the
  /// slider.
  func hostedSend(_ visit: inout HostedVisit, _ input: HostedInput) async throws -> HostedStep {
    try await note(input, in: &visit)
    let isFactor = visit.browser.step == .secondFactor
    guard isFactor || (input.isScript && visit.flow.captcha == nil) else {
      try await beginSlider(&visit)
      return .page
    }
    let proof = input.text("captcha_token").map(Secret.init)
    guard proof != nil || isFactor else {
      throw Refusal(.captchaWrong, detail: .captchaRequired)
    }
    let sent = try await sendCode(by: proof, &visit)
    guard input.isScript else { return .page }
    var body: JSONObject = ["notice": .string(visit.browser.notice ?? "")]
    body["resend_after"] = sent.resendAfter.map { .number(JSONNumber($0)) }
    body["expire"] = sent.expire.map { .number(JSONNumber($0)) }
    body["code_length"] = sent.codeLength.map { .number(JSONNumber($0)) }
    return .answer(body)
  }

  /// Sends a code, and reports it on the page.
  func sendCode(by proof: Secret?, _ visit: inout HostedVisit) async throws -> MessageSent {
    let contact = try await contact(of: visit)
    let sent: MessageSent
    if visit.browser.step == .secondFactor {
      sent = try await sendSecondFactor(
        MFASend(stateToken: visit.login().token, mobile: contact.text), visit.context)
    } else {
      sent = try await sendCode(
        CodeRequest(
          contact: contact, type: visit.messageType, captchaToken: proof,
          stateToken: visit.stateToken), visit.context)
    }
    let wait = sent.resendAfter ?? Int(settings.resendAfter)
    visit.browser.nextCode = visit.context.now.addingTimeInterval(TimeInterval(wait))
    visit.browser.notice = visit.texts.sent.filled(["to": visit.browser.contact ?? ""])
    return sent
  }

  /// Completes the login, or continues with its next step.
  func hostedSubmit(_ visit: inout HostedVisit, _ input: HostedInput) async throws -> HostedStep {
    if visit.browser.step == .confirm { return try await confirm(&visit) }
    try await note(input, in: &visit)
    guard let code = input.text("verify_code") else {
      throw Refusal(.parameterMissing, "verify_code", detail: .missingParameter)
    }
    if visit.browser.step == .secondFactor {
      let reply = try await verifySecondFactor(
        MFAVerify(stateToken: visit.login().token, code: Secret(code)), visit.context)
      return try await next(reply, &visit)
    }
    let contact = try await contact(of: visit)
    guard input.isSet("consent") else {
      throw Refusal(.parameterMissing, "consent", detail: .missingParameter)
    }
    let login = try visit.login()
    let reply = try await bind(
      BindingRequest(
        stateToken: login.token, purpose: login.purpose, contact: contact, code: code),
      visit.context)
    visit.browser.code = code
    return try await next(reply, &visit)
  }

  /// The user confirms the account that was shown.
  private func confirm(_ visit: inout HostedVisit) async throws -> HostedStep {
    let login = try visit.login()
    let reply = try await bind(
      BindingRequest(
        stateToken: login.token, purpose: login.purpose, contact: try await contact(of: visit),
        code: visit.browser.code ?? "", confirms: true),
      visit.context)
    return try await next(reply, &visit)
  }

  private func next(_ reply: LoginReply, _ visit: inout HostedVisit) async throws -> HostedStep {
    guard case .pending(let login) = reply else {
      return .leave(try await outcome(reply, to: visit.flow.destination, visit.context))
    }
    visit.browser.stateToken = login.stateToken.reveal()
    visit.browser.notice = nil
    visit.browser.nextCode = nil
    switch login.status {
    case .confirmLink:
      visit.browser.step = .confirm
      visit.browser.account = login.account
    case .secondFactor:
      visit.browser.step = .secondFactor
      visit.browser.code = nil
    default:
      // The account is dormant: another contact of it has to be verified as well.
      visit.browser.step = .contact
      visit.browser.code = nil
      visit.browser.contact = nil
      visit.browser.usesEmail = login.methods == [.email]
      visit.browser.notice = visit.texts.another
    }
    return .page
  }

  /// The user does not confirm the account that was shown, and can verify another number.
  func hostedOther(_ visit: inout HostedVisit, _ input: HostedInput) async throws -> HostedStep {
    visit.browser.step = .contact
    visit.browser.contact = nil
    visit.browser.code = nil
    visit.browser.account = nil
    return .page
  }

  /// Returns to the application. The login stays pending there until it expires.
  func hostedBack(_ visit: inout HostedVisit, _ input: HostedInput) async throws -> HostedStep {
    // 104 is "the user clicked the back button on the binding or registration page", 105 "the close button on the slide
    // verification box was clicked".
    let number = visit.flow.captcha == nil ? "104" : "105"
    return .leave(visit.flow.destination.address([("error", "access_denied"), ("code", number)]))
  }

  /// The button at the right of the bar: returns to the application with the button's event.
  ///
  /// The login stays pending. An application that opened the start address does not know its state token,
  /// and gets it with the ticket.
  func hostedMore(_ visit: inout HostedVisit, _ input: HostedInput) async throws -> HostedStep {
    guard let view = try await theme(of: visit).navRightView, let login = try? visit.login() else {
      return .page
    }
    let waits = PendingLogin(
      status: visit.browser.step == .secondFactor ? .secondFactor : login.purpose.status,
      stateToken: login.token, methods: visit.methods,
      expire: visit.flow.expiresAt.seconds(after: visit.context.now),
      nickname: visit.flow.nickname)
    let ticket = try await ticket(
      for: LoginReply.pending(waits).json, as: .outcome, visit.flow.destination, visit.context)
    return .leave(
      visit.flow.destination.address([("event", view.action), ("ticket", ticket.reveal())]))
  }

  /// Stores what was typed for the next page. A page that shows a captcha only has its number already.
  func note(_ input: HostedInput, in visit: inout HostedVisit) async throws {
    guard visit.flow.captcha == nil else { return }
    if let country = input.text("country") { visit.browser.country = String(country.prefix(8)) }
    visit.browser.contact = input.text(visit.browser.usesEmail ? "email" : "mobile")
  }

  /// The number with its country, or the address.
  func contact(of visit: HostedVisit) async throws -> TypedContact {
    if let captcha = visit.flow.captcha { return captcha.contact }
    let name = visit.browser.usesEmail ? "email" : "mobile"
    guard let typed = visit.browser.contact else {
      throw Refusal(.parameterMissing, name, detail: .missingParameter)
    }
    guard !visit.browser.usesEmail else { return .email(typed) }
    // A number that is typed with its country code means that country.
    guard !typed.hasPrefix("+"), !typed.hasPrefix("＋") else { return .mobile(typed) }
    let codes = try await tenant.areaCodes()
    let country = visit.browser.country ?? codes.preferred
    guard let area = codes.definitions.first(where: { $0.countryCode == country }) else {
      throw Refusal(.parameterValue, "mobile", detail: .numberInvalid)
    }
    return .mobile("+\(area.areaCode)-\(typed)")
  }
}

extension TypedContact {
  /// What was typed.
  var text: String {
    switch self {
    case .mobile(let text), .email(let text): text
    }
  }
}
