// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckOAuth
import Foundation

/// Logins that wait for a phone number or an e-mail address.
extension IDaaSServer {
  /// Makes a login pending until its user has verified a phone number or an e-mail address.
  ///
  /// It is bound to this client, this installation and this identity, and replaces the previous pending
  /// login.
  func beginBinding(
    of user: UpstreamUser, for purpose: PendingBinding.Purpose, _ context: CallContext
  ) async throws -> PendingLogin {
    let methods = methods(for: purpose, context.application)
    guard !methods.isEmpty else {
      // No call could complete it.
      throw Refusal(.sourceUnknown, detail: .policyDenied)
    }
    let token = OpaqueToken(.state, environment: environment)
    let lifetime = min(max(settings.stateLifetime, 60), 1_800)
    let pending = PendingBinding(
      digest: token.digest, clientID: context.application.id, device: context.caller.device,
      identity: user.identity, purpose: purpose, nickname: UpstreamText.name(user.nickname),
      avatar: UpstreamText.picture(user.avatar), createdAt: context.now,
      expiresAt: context.now.addingTimeInterval(lifetime))
    try await store.keep(pending)
    audit(
      .bindingBegun, context,
      ["provider": user.identity.provider, "purpose": purpose.rawValue])
    return PendingLogin(
      status: purpose.status, stateToken: token.secret, methods: methods, expire: Int(lifetime),
      nickname: pending.nickname, avatar: pending.avatar)
  }

  /// The pending login of a call.
  ///
  /// - Throws: `parameterMissing` without a state token; `parameterFormat` for a malformed one; `expired`
  ///   for one that has expired or was used; `parameterValue` when it is another client's or device's.
  func pendingLogin(
    _ token: Secret?, _ context: CallContext
  ) async throws -> PendingBinding {
    guard let token else {
      throw Refusal(.parameterMissing, "X-state-token", detail: .missingParameter)
    }
    guard let state = OpaqueToken(token, as: .state) else {
      throw Refusal(.parameterFormat, "state_token", detail: .badFormat)
    }
    guard let pending = try await store.pending(state.digest, at: context.now) else {
      throw Refusal(.expired, "state_token", detail: .stateExpired)
    }
    guard pending.clientID == context.application.id, pending.device == context.caller.device
    else { throw Refusal(.parameterValue, "state_token", detail: .stateMismatch) }
    return pending
  }

  /// The contacts that can be verified. Only a phone number, if the application requires one of every
  /// user, or if new users need it for the second factor.
  func methods(
    for purpose: PendingBinding.Purpose, _ application: TenantApplication
  ) -> [VerificationMethod] {
    guard application.requiresPhone || purpose == .register && application.secondFactor != nil
    else { return application.methods }
    return application.requiresPhone ? [.phone] : application.methods.filter { $0 == .phone }
  }

  /// - Throws: `parameterValue` for a method that the application does not offer.
  func checkMethod(
    _ method: VerificationMethod, for purpose: PendingBinding.Purpose,
    _ application: TenantApplication
  ) throws(Refusal) {
    guard methods(for: purpose, application).contains(method) else {
      throw Refusal(
        .parameterValue, method == .phone ? "mobile" : "email", detail: .policyDenied)
    }
  }
}

extension PendingBinding.Purpose {
  /// The status of a login that is pending for this purpose.
  var status: LoginStatus {
    switch self {
    case .bind: .socialBind
    case .register: .userRegister
    }
  }
}
