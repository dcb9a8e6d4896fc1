// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation

/// A login that waits for a second factor, after the first one was right.
///
/// Its handle is of a separate kind: it is accepted by the two calls of the second factor only, on the
/// device and at the client where the login began.
struct SecondFactor: Sendable, Equatable {
  /// The user who signs in.
  let userID: String
  /// The client of the login.
  let clientID: String
  /// The installation of the login.
  let device: String
  /// How the user authenticated until now: `weibo`, `pwd`.
  let methods: [String]
  /// The link that was signed in with.
  let linkID: String?
  /// Whether the user was made by this login.
  let created: Bool
  /// A digest of the password hash that was matched; empty for other methods. See ``credential(of:_:)``.
  let credential: String

  init(
    userID: String, clientID: String, device: String, methods: [String], linkID: String?,
    created: Bool = false, credential: String = ""
  ) {
    self.userID = userID
    self.clientID = clientID
    self.device = device
    self.methods = methods
    self.linkID = linkID
    self.created = created
    self.credential = credential
  }

  /// A digest that changes with the user's password, so that a login that began with the previous one is
  /// invalid. It is not the stored hash itself.
  static func credential(of user: User, _ methods: [String]) -> String {
    guard methods.contains("pwd"), let hash = user.passwordHash else { return "" }
    return TokenDigest(of: Secret(hash.text)).hex
  }

  /// The content of its `OneTimeRecord`.
  var json: JSONObject {
    var json: JSONObject = [
      "user": .string(userID), "client": .string(clientID), "device": .string(device),
      "amr": .array(methods.map(JSONValue.string)), "created": .bool(created),
      "credential": .string(credential),
    ]
    json["link"] = linkID.map(JSONValue.string)
    return json
  }

  /// Reads what ``json`` wrote; nil for anything else.
  init?(_ json: JSONObject) {
    guard let user = json["user"]?.stringValue, let client = json["client"]?.stringValue,
      let device = json["device"]?.stringValue, let methods = json["amr"]?.arrayValue
    else { return nil }
    self.init(
      userID: user, clientID: client, device: device, methods: methods.compactMap(\.stringValue),
      linkID: json["link"]?.stringValue, created: json["created"]?.boolValue ?? false,
      credential: json["credential"]?.stringValue ?? "")
  }
}

extension IDaaSServer {
  /// Stores a login until its second factor arrives.
  ///
  /// - Parameters:
  ///   - methods: How the user authenticated until now.
  ///   - link: The link that was signed in with.
  ///   - created: Whether the user was made by this login.
  /// - Throws: `accessPolicyWrong` and `accessSourceWrong` as ``checkSecondFactor(of:)``.
  func beginSecondFactor(
    for user: User, by methods: [String], link: SocialLink?, created: Bool = false,
    _ context: CallContext
  ) async throws -> PendingLogin {
    try checkSecondFactor(of: context.application)
    let token = OpaqueToken(.state, environment: environment).secret
    let login = SecondFactor(
      userID: user.id, clientID: context.application.id, device: context.caller.device,
      methods: methods, linkID: link?.id, created: created,
      credential: SecondFactor.credential(of: user, methods))
    try await store.keep(
      OneTimeRecord(
        kind: .secondFactor, digest: TokenDigest(of: token), content: login.json,
        expiresAt: context.now.addingTimeInterval(settings.stateLifetime)))
    return PendingLogin(
      status: .secondFactor, stateToken: token, expire: Int(settings.stateLifetime))
  }

  /// Checks that the configured second factor is supported.
  ///
  /// - Throws: `accessPolicyWrong` when the word is not one (empty, or not of letters, digits and `_`);
  ///   `accessSourceWrong` when it names something else than `SMS`. Then every login is refused, since it
  ///   would need one factor only.
  func checkSecondFactor(of application: TenantApplication) throws(Refusal) {
    guard let word = application.secondFactor, word != "SMS" else { return }
    let isWord =
      !word.isEmpty
      && word.utf8.allSatisfy {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
          || $0 == UInt8(ascii: "_")
      }
    throw Refusal(isWord ? .accessSourceWrong : .accessPolicyWrong, detail: .policyDenied)
  }
}
