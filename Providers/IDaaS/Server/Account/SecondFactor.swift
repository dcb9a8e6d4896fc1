// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation

/// A login that waits for a second factor: everything but that was right.
///
/// Its handle is of a kind of its own. It opens the two calls of the second factor and nothing else, on the
/// device and at the client where the login began.
struct SecondFactor: Sendable, Equatable {
  /// Who signs in.
  let userID: String
  /// The client that asked.
  let clientID: String
  /// The installation that asked.
  let device: String
  /// How the user authenticated until now: `weibo`, `pwd`.
  let methods: [String]
  /// The link that was signed in with.
  let linkID: String?
  /// Whether the user was made by this login.
  let created: Bool
  /// What stands for the password that was right; empty for other ways in. See ``credential(of:_:)``.
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

  /// What changes when a user's password does: a login that began with the one before is invalid. It is not the
  /// stored hash.
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
  /// Lets a login wait for its second factor.
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

  /// Whether the operator named a second factor that there is.
  ///
  /// - Throws: `accessPolicyWrong` when the word is not one (empty, or not of letters, digits and `_`);
  ///   `accessSourceWrong` when it names something else than `SMS`. A login is refused rather than let through
  ///   with one factor.
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
