// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation

/// The user that a sign-in in a browser has identified, stored for the app under the digest of a `ticket`.
struct UpstreamTicket: Sendable {
  /// The lifetime of a ticket, in seconds.
  static let lifetime: TimeInterval = 60

  let clientID: String
  /// The PKCE challenge of the app.
  let challenge: String
  let user: UpstreamUser

  init(clientID: String, challenge: String, user: UpstreamUser) {
    self.clientID = clientID
    self.challenge = challenge
    self.user = user
  }

  var json: JSONObject {
    var json: JSONObject = [
      "client": .string(clientID), "challenge": .string(challenge),
      "provider": .string(user.identity.provider), "app": .string(user.identity.app),
      "subject": .string(user.identity.subject),
    ]
    json["nickname"] = user.nickname.map(JSONValue.string)
    json["avatar"] = user.avatar.map(JSONValue.string)
    return json
  }

  init?(json: JSONObject) {
    guard let client = json["client"]?.stringValue, let challenge = json["challenge"]?.stringValue,
      let provider = json["provider"]?.stringValue, let app = json["app"]?.stringValue,
      let subject = json["subject"]?.stringValue
    else { return nil }
    clientID = client
    self.challenge = challenge
    user = UpstreamUser(
      identity: SocialIdentity(provider: provider, app: app, subject: subject),
      nickname: json["nickname"]?.stringValue, avatar: json["avatar"]?.stringValue)
  }
}

extension IDaaSServer {
  /// Stores the user that a sign-in in a browser has identified.
  ///
  /// - Returns: The ticket, for the app.
  func keep(_ ticket: UpstreamTicket) async throws -> Secret {
    let handle = Secret(environment.token())
    try await store.keep(
      OneTimeRecord(
        kind: .ticket, digest: TokenDigest(of: handle), content: ticket.json,
        expiresAt: environment.now() + UpstreamTicket.lifetime))
    return handle
  }

  /// The result of a sign-in that continued on the pages, if the proof is a ticket for one.
  ///
  /// - Returns: Nil for any other proof.
  func result(
    of proof: WeiboLogin.Proof, _ context: CallContext
  ) async throws -> LoginReply? {
    guard case .ticket(let ticket, let verifier) = proof,
      try await store.record(.outcome, TokenDigest(of: ticket), at: context.now) != nil
    else { return nil }
    return try await complete(HostedCompletion(ticket: ticket, verifier: verifier), context)
  }

  /// Redeems a ticket for its user. The ticket is used up even when a check fails.
  func upstreamUser(
    by ticket: Secret, verifier: Secret, _ source: WeiboSource, _ context: CallContext
  ) async throws -> UpstreamUser {
    let record = try await store.take(.ticket, TokenDigest(of: ticket), at: context.now)
    guard let record, let found = UpstreamTicket(json: record.content) else {
      throw Refusal(.expired, "ticket", detail: .stateExpired)
    }
    // The client that presents the ticket is the one that requested it.
    guard found.clientID.isExactly(context.application.id),
      found.user.identity.provider == "weibo", found.user.identity.app.isExactly(source.appKey)
    else { throw Refusal(.parameterValue, "ticket", detail: .stateMismatch) }
    guard PKCE.verify(verifier: verifier, challenge: found.challenge) else {
      throw Refusal(.parameterValue, "code_verifier", detail: .stateMismatch)
    }
    return found.user
  }
}
