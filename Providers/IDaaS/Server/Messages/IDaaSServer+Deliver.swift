// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckOAuth

/// The delivery of codes.
extension IDaaSServer {
  /// Sends a code to the gateway once. It is not repeated, since a gateway cannot distinguish that from a
  /// new message.
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
        // Nothing was sent: the user may try again without a wait. The counts of the hour and the day
        // stay. When the store fails, the wait stays too.
        try? await store.clearAttempts(resendLimit(for: contact).key)
      }
      throw failure.refusal(request.contact.parameter, resendAfter: Int(settings.resendAfter))
    }
  }
}

extension SendingFailure {
  /// Whether it is certain that nothing was sent, and another attempt may succeed.
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
    // "maybe sent": the code stays valid, and the next one has to wait.
    case .unknownOutcome:
      Refusal(.sendingFailed, detail: .gatewayUnknown, retryAfter: resendAfter)
    }
  }
}
