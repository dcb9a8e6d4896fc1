// SPDX-License-Identifier: Apache-2.0

public import CoatcheckIDaaSProtocol
public import CoatcheckJOSE
public import CoatcheckOAuth
public import CoatcheckFoundation

/// A sign-in that waits for the user: for a phone number, a code or a confirmation.
///
/// It can be resumed until it expires, also by a later run of the program: store ``json``, and pass it to
/// ``IDaaS/resume(_:)``. Only the installation that began it can continue it.
public struct PendingSignIn: Sendable {
  /// The pending login as the service describes it: its status and its state token.
  public let login: PendingLogin
  /// The time at which it expires, by this machine's wall clock; nil when the service does not say.
  public let expiresAt: Date?
  /// The name that the session will be stored under; nil for the identifier of the user.
  public let name: String?
  /// The action of the app's own button, when the user left the hosted page with it; nil otherwise.
  /// Perform the action, and show the page again: ``finish(on:redirectURI:theme:)``.
  public internal(set) var event: String?
  let idaas: IDaaS
  /// The contact and the code that were sent before an account was shown.
  var proved: Proved?

  init(_ login: PendingLogin, storedAs name: String?, at now: Date, _ idaas: IDaaS) {
    self.login = login
    self.name = name
    self.idaas = idaas
    expiresAt = login.expire.map { now.addingTimeInterval(TimeInterval($0)) }
  }

  /// The step that remains.
  public var status: LoginStatus { login.status }
  /// The contacts that the user can verify.
  public var methods: [VerificationMethod] { login.methods }
  /// The user's name at Weibo. Untrusted text: show it as a quotation.
  public var nickname: String? { login.nickname }
  /// The account to confirm, with its name masked; nil unless ``status`` is `confirmLink`.
  public var account: String? { login.account }

  /// Whether it has expired by this machine's wall clock.
  public var isOver: Bool {
    expiresAt.map { idaas.environment.now() >= $0 } ?? false
  }

  /// Returns the type of the message whose code completes this sign-in with a method.
  ///
  /// - Throws: `misused` when this sign-in waits for something else.
  public func messageType(
    for method: VerificationMethod
  ) throws(OAuthError) -> MessageType {
    switch (status, method) {
    case (.socialBind, .phone): .bindMobile
    case (.socialBind, .email): .bindEmail
    case (.userRegister, .phone): .registerMobile
    case (.userRegister, .email): .registerEmail
    case (.secondFactor, .phone): .secondFactor
    default: throw .misused("status", "This sign-in does not wait for such a code.")
    }
  }

  /// Converts the reply of a call to an outcome; validates and stores its tokens.
  func outcome(of reply: LoginReply, _ site: IDaaSSite) async throws(OAuthError) -> LoginOutcome {
    try await idaas.outcome(of: reply, site, storedAs: name)
  }
}

extension IDaaS {
  /// Converts a reply to an outcome; validates and stores its tokens.
  func outcome(
    of reply: LoginReply, _ site: IDaaSSite, storedAs name: String?
  ) async throws(OAuthError) -> LoginOutcome {
    switch reply {
    case .tokens(let tokens): return .signedIn(try await keep(tokens, site, storedAs: name))
    case .denied: return .denied
    case .pending(let login):
      return try outcome(
        of: PendingSignIn(login, storedAs: name, at: environment.now(), self))
    }
  }

  /// Converts the reply of a single call to an outcome; validates and stores its tokens.
  package func outcome(of reply: LoginReply) async throws(OAuthError) -> LoginOutcome {
    try await outcome(of: reply, site(), storedAs: nil)
  }

  private func outcome(of pending: PendingSignIn) throws(OAuthError) -> LoginOutcome {
    switch pending.status {
    case .socialBind: .needsBinding(pending)
    case .userRegister: .needsRegistration(pending)
    case .secondFactor: .secondFactor(pending)
    case .confirmLink: .confirmLink(pending)
    case .passwordWarning, .passwordExpired: .passwordChange(pending)
    default:
      throw .unreadable(
        .replyMalformed, "The identity service requires an unknown step.",
        parameter: "status")
    }
  }
}

extension PendingSignIn {
  /// The sign-in as a JSON object, to be stored for a later run of the program. It contains the state
  /// token, a secret.
  public var json: JSONObject {
    var json: JSONObject = [
      "status": .string(login.status.rawValue),
      "state_token": .string(login.stateToken.reveal()),
      "methods": .array(login.methods.map { .string($0.rawValue) }),
    ]
    json["expires_at"] = expiresAt.flatMap { JSONNumber($0.timeIntervalSince1970) }
      .map(JSONValue.number)
    json["nickname"] = login.nickname.map(JSONValue.string)
    json["account"] = login.account.map(JSONValue.string)
    json["name"] = name.map(JSONValue.string)
    json["proved"] = (proved?.json).map(JSONValue.object)
    return json
  }
}

extension IDaaS {
  /// Resumes a sign-in that an earlier run of the program stored. No request is sent.
  ///
  /// - Parameter json: A value of ``PendingSignIn/json``.
  /// - Throws: `unreadable` when it cannot be read; `refused` with `transactionExpired` when it has
  ///   expired.
  public func resume(_ json: JSONObject) throws(OAuthError) -> LoginOutcome {
    guard let status = json["status"]?.stringValue, let token = json["state_token"]?.stringValue,
      !token.isEmpty
    else {
      throw .unreadable(.storeDamaged, "The stored sign-in cannot be read.")
    }
    let methods = (json["methods"]?.arrayValue ?? []).compactMap(\.stringValue)
    let now = environment.now()
    let left = json["expires_at"]?.doubleValue.map { $0 - now.timeIntervalSince1970 }
    var login = PendingLogin(
      status: LoginStatus(rawValue: status), stateToken: Secret(token),
      methods: methods.compactMap(VerificationMethod.init),
      expire: left.map { Int(min(max($0, 0), 86_400)) }, nickname: json["nickname"]?.stringValue)
    login.account = json["account"]?.stringValue
    var pending = PendingSignIn(login, storedAs: json["name"]?.stringValue, at: now, self)
    pending.proved = json["proved"]?.objectValue.flatMap(Proved.init)
    guard !pending.isOver else {
      throw .refused(.transactionExpired, "The sign-in waited for too long; begin again.")
    }
    return try outcome(of: pending)
  }
}
