// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckOAuth
import Foundation

/// The login of a user that a social network has identified, for all flows.
extension IDaaSServer {
  /// Signs in a linked user, and applies the application's policy to any other.
  ///
  /// Only the identity is matched: never a name, number or address from the network. A link that a notice
  /// marked as revoked is valid again, since the network has just confirmed the identity.
  /// - Throws: `busy` with `rate_limited`; `notBound` by policy; `accessPolicyWrong` and `accessSourceWrong`
  ///   when the second factor is badly configured; `userUnknown`.
  func login(
    _ upstream: UpstreamUser, _ context: CallContext
  ) async throws -> LoginReply {
    var linked = upstream.linked
    if linked == nil { linked = try await linkedUser(upstream.identity, at: context.now) }
    let limit = linked?.limit ?? loginLimit(of: upstream.identity)
    if case .exhausted(let until) = linked?.attempt {
      throw throttled(upstream.identity.provider, until: until, context)
    }
    // A login that opens a session is counted together with it, in one write; any other one is counted
    // here.
    let lacksPhone = linked.map { self.lacksPhone($0.contacts, context.application) } ?? false
    let endsWithSession =
      linked?.user.standing == .active && context.application.secondFactor == nil && !lacksPhone
    if !endsWithSession { try await count(limit, of: upstream.identity, context) }
    try checkSecondFactor(of: context.application)
    if let linked {
      guard !lacksPhone || linked.user.standing != .active else {
        return .pending(try await beginPhone(of: upstream, context))
      }
      return try await admit(
        Admission(
          linked.user, by: [linked.link.identity.provider], link: linked.link,
          contacts: linked.contacts, within: endsWithSession ? limit : nil),
        through: linked.link, context)
    }
    switch context.application.unassociated {
    case .bind: return .pending(try await beginBinding(of: upstream, for: .bind, context))
    case .bindOrRegister:
      return .pending(try await beginBinding(of: upstream, for: .register, context))
    case .create: return try await create(upstream, context)
    case .fail:
      audit(.socialLoginRefused, context, ["reason": "not_bound"])
      throw Refusal(.notBound, detail: .policyDenied)
    }
  }

  /// Creates a user without a proof of a contact.
  private func create(_ upstream: UpstreamUser, _ context: CallContext) async throws -> LoginReply {
    // Where the application requires a phone number, the user has to verify one first.
    guard !context.application.requiresPhone else {
      return .pending(try await beginPhone(of: upstream, context))
    }
    // The second factor is a message, and the new user has no number.
    guard context.application.secondFactor == nil else {
      throw Refusal(.accessPolicyWrong, detail: .policyDenied)
    }
    let nickname = UpstreamText.name(upstream.nickname)
    let user = try newcomer(called: nickname)
    let own = SocialLink(
      id: environment.identifier(), identity: upstream.identity, userID: user.id,
      nickname: nickname, avatar: UpstreamText.picture(upstream.avatar), createdAt: context.now,
      lastUsedAt: context.now)
    let link = try await store.adopt(own, as: user)
    // A concurrent login of the same identity may have created the user.
    let created = link.id == own.id
    if created {
      audit(.userCreated, context, ["user": user.id, "link": link.id])
    }
    guard let user = try await store.user(id: link.userID) else {
      throw Refusal(.userUnknown, detail: .userNotFound)
    }
    return try await admit(
      Admission(user, by: [link.identity.provider], link: link, created: created),
      through: link, context)
  }

  /// The last step of every login and binding: checks the user's standing, requires the second factor, or
  /// opens the session.
  func admit(
    _ admission: Admission, through link: SocialLink, _ context: CallContext
  ) async throws -> LoginReply {
    let (user, methods) = (admission.user, admission.methods)
    var details = ["user": user.id, "link": link.id, "methods": methods.joined(separator: "+")]
    guard user.standing == .active else {
      return denied("disabled", details, context)
    }
    if context.application.secondFactor != nil, !methods.contains("sms") {
      let contacts = try await store.contacts(of: user.id)
      guard contacts.contains(where: { $0.kind == "phone" }) else {
        return denied("no_phone", details, context)
      }
      return .pending(
        try await beginSecondFactor(
          for: user, by: methods, link: link, created: admission.created, context))
    }
    let tokens = try await openSession(admission, context)
    if link.revokedUpstreamAt != nil { details["revoked_upstream"] = "asked_again" }
    audit(.socialLogin, context, details)
    return .tokens(tokens)
  }

  func denied(
    _ reason: String, _ details: [String: String], _ context: CallContext
  ) -> LoginReply {
    audit(.socialLoginRefused, context, details.merging(["reason": reason]) { $1 })
    return .denied
  }

  /// The user that an identity is linked to, before the login is counted.
  func linkedUser(
    _ identity: SocialIdentity, at now: Date
  ) async throws -> LinkedUser? {
    try await store.linkedUser(behind: identity, within: loginLimit(of: identity), at: now)
  }

  /// The limit of logins of one identity in an hour.
  private func loginLimit(of identity: SocialIdentity) -> AttemptLimit {
    AttemptLimit(
      counter("login", identity.provider, identity.app, identity.subject),
      limit: settings.loginsPerIdentity, window: 3_600)
  }

  private func count(
    _ limit: AttemptLimit, of identity: SocialIdentity, _ context: CallContext
  ) async throws {
    let attempt = try await store.attempt(
      limit.key, limit: limit.limit, window: limit.window, at: context.now)
    guard case .exhausted(let until) = attempt else { return }
    throw throttled(identity.provider, until: until, context)
  }

  /// The error response for too many logins.
  func throttled(_ provider: String, until end: Date, _ context: CallContext) -> Refusal {
    audit(.loginThrottled, context, ["provider": provider])
    return Refusal(
      .busy, detail: .rateLimited, retryAfter: Refusal.seconds(until: end, at: context.now))
  }
}
