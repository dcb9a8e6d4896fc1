// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation

/// The result of a page. The address of the application gets a one-time ticket for it, never the result
/// itself.
extension IDaaSServer {
  /// The lifetime of a ticket, in seconds.
  private static let ticketLifetime: TimeInterval = 60

  /// Stores a reply under a ticket.
  ///
  /// - Returns: Where the browser goes with it.
  func outcome(
    _ reply: LoginReply, to destination: HostedReturn, _ context: CallContext
  ) async throws -> String {
    let ticket = try await ticket(for: reply.json, as: .outcome, destination, context)
    return destination.address([("ticket", ticket.reveal())])
  }

  /// Stores the proof of a captcha under a ticket.
  ///
  /// - Returns: Where the browser goes with it.
  func outcome(_ proof: CaptchaProof, of visit: HostedVisit) async throws -> String {
    let ticket = try await ticket(
      for: CaptchaPageCompletion.json(proof), as: .captchaOutcome, visit.flow.destination,
      visit.context)
    return visit.flow.destination.address([("ticket", ticket.reveal())])
  }

  /// Stores a result under a new ticket, for the client and the device that the page acts for.
  func ticket(
    for json: JSONValue, as kind: OneTimeRecord.Kind, _ destination: HostedReturn,
    _ context: CallContext
  ) async throws -> Secret {
    let ticket = Secret(environment.token())
    let digest = TokenDigest(of: ticket)
    let sealed = try sealer.seal(json.serialized(), for: .hosted, context: digest.hex)
    try await store.keep(
      OneTimeRecord(
        kind: kind, digest: digest,
        content: [
          "client": .string(context.application.id), "device": .string(context.caller.device),
          "challenge": .string(destination.challenge),
          "sealed": .string(Base64URL.encode(sealed)),
        ], expiresAt: context.now.addingTimeInterval(Self.ticketLifetime)))
    return ticket
  }

  /// Redeems a ticket for the reply. The client and the device must be those that requested the page, and
  /// the client sends the code verifier. The ticket is used up even when a check fails.
  ///
  /// - Throws: `expired` for a ticket that has expired or was used; `parameterValue` for another client's.
  func complete(_ call: HostedCompletion, _ context: CallContext) async throws -> LoginReply {
    try LoginReply(json: await taken(call, as: .outcome, context))
  }

  /// Redeems a ticket for the proof of a captcha, with the same checks.
  func complete(_ call: CaptchaPageCompletion, _ context: CallContext) async throws -> CaptchaProof
  {
    let same = HostedCompletion(ticket: call.ticket, verifier: call.verifier)
    return try CaptchaPageCompletion.reply(await taken(same, as: .captchaOutcome, context))
  }

  private func taken(
    _ call: HostedCompletion, as kind: OneTimeRecord.Kind, _ context: CallContext
  ) async throws -> JSONValue {
    let digest = TokenDigest(of: call.ticket)
    guard let record = try await store.take(kind, digest, at: context.now) else {
      throw Refusal(.expired, "ticket", detail: .stateExpired)
    }
    let content = record.content
    guard content["client"]?.stringValue == context.application.id,
      content["device"]?.stringValue == context.caller.device
    else { throw Refusal(.parameterValue, "ticket", detail: .stateMismatch) }
    // "the server … compares it with the previously associated code_challenge".
    // https://www.rfc-editor.org/rfc/rfc7636#section-4.6
    guard PKCE.verify(verifier: call.verifier, challenge: content["challenge"]?.stringValue ?? "")
    else { throw Refusal(.parameterValue, "code_verifier", detail: .stateMismatch) }
    guard let text = content["sealed"]?.stringValue, let sealed = try? Base64URL.decode(text),
      let bytes = sealer.open(sealed, for: .hosted, context: digest.hex),
      let json = try? JSONValue(parsing: bytes)
    else { throw Refusal(.expired, "ticket", detail: .stateExpired) }
    return json
  }
}

extension OneTimeRecord.Kind {
  /// The result of a page with a captcha.
  static let captchaOutcome = OneTimeRecord.Kind(rawValue: "captcha_outcome")
}
