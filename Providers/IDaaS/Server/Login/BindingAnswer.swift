// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer

/// The replies to a binding or registration, and their audit events.
extension IDaaSServer {
  /// The response to an attempt to complete a pending login.
  func answer(
    _ outcome: BindingOutcome, _ attempt: BindingAttempt, _ pending: PendingBinding,
    _ request: BindingRequest, _ context: CallContext
  ) async throws -> LoginReply {
    let contact = attempt.contact
    switch outcome {
    case .bound(let link, let user, let created):
      await forgetWrongCodes(of: contact)
      return try await welcome(
        user, through: link, created: created, proved: contact, context)
    case .needsConfirmation(let user):
      var login = PendingLogin(
        status: .confirmLink, stateToken: request.stateToken, methods: [request.contact.method],
        expire: secondsLeft(of: pending, context), nickname: pending.nickname,
        avatar: pending.avatar)
      login.account = user.name.masked
      return .pending(login)
    case .needsSecondFactor(let user):
      return try await wantMore(of: user, pending, request, contact, context)
    case .codeWrong(let left): throw await wrongCode(for: contact, left: left, context)
    case .codeGone: throw Refusal(.expired, "verify_code", detail: .codeExpired)
    // A concurrent request has used it.
    case .stateGone: throw refused("used", .expired, "state_token", .stateUsed, context)
    case .stateMismatch:
      throw refused("mismatch", .parameterValue, "state_token", .stateMismatch, context)
    case .contactUnknown: throw refused("unknown_user", .userUnknown, nil, .userNotFound, context)
    // An existing link is never replaced silently.
    case .userLinked: throw refused("user_taken", .alreadyBound, nil, .alreadyBound, context)
    case .identityTaken:
      throw refused("identity_taken", .alreadyBound, nil, .alreadyBound, context)
    case .disabled(let user): return denied("disabled", ["user": user.id], context)
    }
  }

  private func welcome(
    _ user: User, through link: SocialLink, created: Bool, proved contact: Contact,
    _ context: CallContext
  ) async throws -> LoginReply {
    if created { audit(.userCreated, context, ["user": user.id, "link": link.id]) }
    audit(
      .linkAdded, context,
      [
        "user": user.id, "link": link.id, "provider": link.identity.provider,
        "contact": contact.masked,
      ])
    let method =
      switch contact {
      case .phone: "sms"
      case .email: "email"
      }
    if !created { await notifyAbout(link, of: user, context) }
    return try await admit(
      Admission(user, by: [link.identity.provider, method], link: link, created: created),
      through: link, context)
  }

  /// The reply after a right code for a dormant account, whose number may have a new owner: a contact of
  /// the other kind has to be verified as well, in the same login. Without one, the login is denied.
  private func wantMore(
    of user: User, _ pending: PendingBinding, _ request: BindingRequest, _ proved: Contact,
    _ context: CallContext
  ) async throws -> LoginReply {
    let offered = methods(for: pending.purpose, context.application)
    let contacts = try await store.contacts(of: user.id).filter { $0 != proved }
      .map { $0.kind == "phone" ? VerificationMethod.phone : .email }
    let others = offered.filter { $0 != request.contact.method && contacts.contains($0) }
    guard !others.isEmpty else { return denied("dormant", ["user": user.id], context) }
    audit(.bindingRefused, context, ["reason": "dormant", "user": user.id])
    return .pending(
      PendingLogin(
        status: pending.purpose.status, stateToken: request.stateToken, methods: others,
        expire: secondsLeft(of: pending, context), nickname: pending.nickname,
        avatar: pending.avatar))
  }

  private func secondsLeft(of pending: PendingBinding, _ context: CallContext) -> Int {
    pending.expiresAt.seconds(after: context.now)
  }

  private func refused(
    _ reason: String, _ code: ReturnCode, _ argument: String?, _ detail: RefusalDetail,
    _ context: CallContext
  ) -> Refusal {
    audit(.bindingRefused, context, ["reason": reason])
    var refusal = Refusal(code, detail: detail)
    refusal.arguments = argument.map { [$0] } ?? []
    return refusal
  }
}

extension UserName {
  /// The masked name that is shown to a user who has to confirm the account: `z****1`.
  var masked: String {
    guard text.count > 2, let first = text.first, let last = text.last else { return "****" }
    return "\(first)****\(last)"
  }
}
