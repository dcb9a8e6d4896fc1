// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckOAuth

extension IDaaSRoute {
  static let messageRoutes: [IDaaSRoute] = [
    .repeatable(SendSMS.self) { server, call, context in
      try await server.sendCode(
        .mobile(call.destination), named: call.type, call.captchaToken, state: call.stateToken,
        idToken: call.idToken, context)
    },
    .repeatable(SendEmail.self) { server, call, context in
      try await server.sendCode(
        .email(call.destination), named: call.type, call.captchaToken, state: call.stateToken,
        idToken: call.idToken, context)
    },
  ]
}

extension IDaaSServer {
  /// Sends a code whose type is not parsed yet.
  fileprivate func sendCode(
    _ contact: TypedContact, named word: String, _ captchaToken: Secret, state: Secret?,
    idToken: Secret?, _ context: CallContext
  ) async throws -> MessageSent {
    guard let type = MessageType(rawValue: word) else {
      // The number is checked before the type, in the order of the document.
      _ = try await destination(of: contact, context)
      throw Refusal(.messageTypeUnknown)
    }
    var request = CodeRequest(
      contact: contact, type: type, captchaToken: captchaToken, stateToken: state)
    if type.belongsToUser, let idToken {
      request.userID = try await signedIn(by: idToken, context).user.id
    }
    return try await sendCode(request, context)
  }
}
