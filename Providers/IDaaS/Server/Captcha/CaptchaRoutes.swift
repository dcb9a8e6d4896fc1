// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth

extension IDaaSRoute {
  /// The routes of the slider and of the proof of work. There is no audio: `type=audio` is `COMMON.1006`.
  static let captchaRoutes: [IDaaSRoute] = [
    .call(CaptchaCall.self) { server, call, context in
      try await server.newChallenge(call.kind, purpose: call.purpose, context)
    },
    IDaaSRoute(CaptchaCheck.method, CaptchaCheck.path) { server, request in
      await server.serve(request) { message, context in
        CaptchaCheck.json(try await server.check(message, context))
      }
    },
  ]
}

extension IDaaSServer {
  fileprivate func check(
    _ message: CallMessage, _ context: CallContext
  ) async throws -> CaptchaProof {
    let call: CaptchaCheck
    let contact: Contact
    do {
      call = try CaptchaCheck(message)
      contact = try await self.contact(ofSender: call.sender)
    } catch let refusal as Refusal {
      // "The challenge is gone after the first try in every case": also when the try cannot be read.
      if let token = message.body["token"]?.stringValue, !token.isEmpty {
        try await discardChallenge(Secret(token), context)
      }
      throw refusal
    }
    return try await checkCaptcha(
      call.token, answer: call.answer, for: contact, purpose: call.purpose,
      state: call.stateToken.map { TokenDigest(of: $0) }, context)
  }

  /// A phone number or an e-mail address in its canonical form.
  ///
  /// - Throws: `parameterFormat`.
  private func contact(ofSender text: String) async throws -> Contact {
    if text.contains("@") {
      return .email(try EmailAddress.read(text))
    }
    guard let number = try await tenant.areaCodes().number(text) else {
      throw Refusal(.parameterFormat, "sender", detail: .badFormat)
    }
    return .phone(number.e164)
  }
}
