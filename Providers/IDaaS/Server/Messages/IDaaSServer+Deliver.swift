// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckOAuth

/// The delivery of codes.
extension IDaaSServer {
  /// Hands a code to the gateway, once: no gateway can tell a message sent again from a new one.
  ///
  /// - Throws: `parameterFormat` with `number_invalid`; `sendingFailed` with what went wrong.
  func deliver(
    _ digits: String, to destination: Destination, _ request: CodeRequest, _ context: CallContext
  ) async throws {
    let contact = destination.contact
    let id = environment.token(bytes: 12)
    var details = ["contact": contact.masked, "type": request.type.rawValue, "message": id]
    let outcome = await messages.outcome(
      of: OutgoingMessage(
        to: contact, country: destination.country, type: request.type,
        language: context.language, application: context.application.name, code: digits,
        minutes: codeLifetime / 60, id: id))
    switch outcome {
    case .success(let gateway):
      details["gateway"] = gateway
      audit(.messageSent, context, details)
      await remember(gateway, message: id, type: request.type.rawValue, context)
    case .failure(let failure):
      details["reason"] = String(describing: failure)
      audit(.messageFailed, context, details)
      if failure.isCertain {
        // Nothing went out: the user need not wait to try again. The hour's and the day's count stand. Where
        // it cannot be noted, they wait.
        try? await store.clearAttempts(resendLimit(for: contact).key)
      }
      throw failure.refusal(request.contact.parameter, resendAfter: Int(settings.resendAfter))
    }
  }
}

extension SendingFailure {
  /// Whether it is certain that nothing was sent, and that another try may go better.
  var isCertain: Bool {
    switch self {
    case .transient, .limited: true
    case .unknownOutcome, .invalidContact, .noBalance, .templateRejected, .blockedRegion: false
    }
  }

  /// The response to the caller.
  func refusal(_ parameter: String, resendAfter: Int) -> Refusal {
    switch self {
    case .invalidContact: Refusal(.parameterFormat, parameter, detail: .numberInvalid)
    case .limited(let seconds):
      Refusal(.sendingFailed, detail: .rateLimited, retryAfter: max(1, seconds ?? resendAfter))
    case .blockedRegion: Refusal(.sendingFailed, detail: .regionBlocked)
    case .noBalance, .templateRejected, .transient: Refusal(.sendingFailed, detail: .gatewayFailed)
    // "maybe sent": the code stays good, and the time until the next one runs.
    case .unknownOutcome:
      Refusal(.sendingFailed, detail: .gatewayUnknown, retryAfter: resendAfter)
    }
  }
}
