// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckOAuth

/// The binding of a code to a login or a user.
extension IDaaSServer {
  /// Checks that the client may request this code, and returns what the code is bound to.
  ///
  /// - Throws: `parameterMissing` without the login or the user that the type is for; `expired` for a login
  ///   that has expired; `parameterValue` for another client's or device's, or a type of another status;
  ///   `mobileMismatch` when a user who is signed in names another's number.
  func scope(
    of request: CodeRequest, to contact: Contact, _ context: CallContext
  ) async throws -> CodeScope {
    if let purpose = request.type.purpose {
      let pending = try await pendingLogin(request.stateToken, context)
      guard pending.purpose == purpose else {
        throw Refusal(.parameterValue, "type", detail: .stateMismatch)
      }
      try checkMethod(request.contact.method, for: pending.purpose, context.application)
      return .login(pending.digest)
    }
    switch request.type {
    case .secondFactor: return try await secondFactorScope(of: request, to: contact, context)
    case .loginMobile, .forgottenPassword: return .client(context.application.id)
    default:
      guard let userID = request.userID else {
        throw Refusal(.parameterMissing, "Authorization", detail: .missingParameter)
      }
      // A new number is not the user's yet; all other codes are sent to a number of the user.
      if request.type != .updateMobile { try await checkOwn(contact, of: userID) }
      return .user(userID)
    }
  }

  private func secondFactorScope(
    of request: CodeRequest, to contact: Contact, _ context: CallContext
  ) async throws -> CodeScope {
    guard let token = request.stateToken else {
      throw Refusal(.parameterMissing, "X-state-token", detail: .missingParameter)
    }
    let digest = TokenDigest(of: token)
    guard let record = try await store.record(.secondFactor, digest, at: context.now),
      let login = SecondFactor(record.content)
    else { throw Refusal(.expired, "state_token", detail: .stateExpired) }
    guard login.clientID == context.application.id, login.device == context.caller.device else {
      throw Refusal(.parameterValue, "state_token", detail: .stateMismatch)
    }
    try await checkOwn(contact, of: login.userID)
    return .login(digest)
  }

  private func checkOwn(_ contact: Contact, of userID: String) async throws {
    guard try await store.contacts(of: userID).contains(contact) else {
      throw Refusal(.mobileMismatch)
    }
  }
}
