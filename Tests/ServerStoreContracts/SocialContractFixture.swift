// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import Foundation

// Fixtures for the checks of social logins.

let samplePhone = Contact.phone("+8613800000000")
let otherPhone = Contact.phone("+8613900000000")

func sampleIdentity(_ subject: String = "1404376560", provider: String = "weibo") -> SocialIdentity
{
  SocialIdentity(provider: provider, app: "20454", subject: subject)
}

func sampleUser(_ id: String, hash: PasswordHash? = nil) throws -> User {
  User(id: id, name: try UserName("name-of-\(id)"), passwordHash: hash)
}

func sampleHash(_ n: Int) throws -> PasswordHash {
  let letter = Array("ABCDEFGH")[n]
  return try PasswordHash(
    text: "$scrypt$ln=4,r=8,p=1$c2FsdHNhbHRzYWx0$" + String(repeating: letter, count: 42) + "A")
}

func samplePending(
  _ name: String = "state", identity: SocialIdentity = sampleIdentity(), client: String = "app",
  device: String = "device", purpose: PendingBinding.Purpose = .bind,
  expires: Date = moment(600), nickname: String? = "z"
) -> PendingBinding {
  PendingBinding(
    digest: digest(name), clientID: client, device: device, identity: identity, purpose: purpose,
    nickname: nickname, avatar: "https://tva1.sinaimg.cn/a.jpg", createdAt: moment(0),
    expiresAt: expires)
}

func sampleKey(
  _ contact: Contact = samplePhone, purpose: String = "BIND_MOBILE_SMS", scope: String = "state"
) -> CodeKey {
  CodeKey(purpose: purpose, contact: contact, scope: scope)
}

func sampleMessageCode(
  _ digits: String = "012345", for key: CodeKey = sampleKey(), device: String = "device",
  expires: Date = moment(300), tries: Int = 5
) -> OneTimeCode {
  OneTimeCode(
    key: key, digest: digest(digits).bytes, device: device, sentAt: moment(0), expiresAt: expires,
    tries: tries)
}

func typed(
  _ digits: String, for key: CodeKey = sampleKey(), device: String = "device"
) -> TypedCode {
  TypedCode(key: key, digest: digest(digits).bytes, device: device)
}

func sampleLink(
  _ id: String, of user: String, identity: SocialIdentity = sampleIdentity(),
  at seconds: TimeInterval = 0
) -> SocialLink {
  SocialLink(
    id: id, identity: identity, userID: user, nickname: "z", createdAt: moment(seconds),
    lastUsedAt: moment(seconds))
}

func sampleRecord(
  _ name: String, kind: OneTimeRecord.Kind = .captcha, expires: Date = moment(100)
) -> OneTimeRecord {
  OneTimeRecord(
    kind: kind, digest: digest(name), content: ["sender": "+8613800000000", "x": 237],
    expiresAt: expires)
}

/// An attempt to bind the sample login with the sample code. Each part can be changed.
func sampleAttempt(
  _ digits: String? = "012345", pending: String = "state", client: String = "app",
  device: String = "device", contact: Contact = samplePhone, key: CodeKey? = nil,
  purpose: PendingBinding.Purpose = .bind, newcomer: User? = nil, link: String = "link",
  confirms: Bool = false, dormantSince: Date? = nil, at seconds: TimeInterval = 10
) -> BindingAttempt {
  var caution = BindingAttempt.Caution()
  caution.confirms = confirms
  caution.dormantSince = dormantSince
  return BindingAttempt(
    pending: digest(pending), clientID: client, device: device, contact: contact,
    code: digits.map { typed($0, for: key ?? sampleKey(contact), device: device) },
    purpose: purpose, newcomer: newcomer, linkID: link, caution: caution, at: moment(seconds))
}

extension SocialStore where Self: UserStore {
  /// Adds a user who proved a contact before the checks begin.
  func addUser(
    _ id: String, with contact: Contact? = samplePhone, hash: PasswordHash? = nil,
    at seconds: TimeInterval = -100
  ) async throws {
    _ = try await save(sampleUser(id, hash: hash))
    guard let contact else { return }
    try require(
      try await prove(contact, of: id, at: moment(seconds)), is: true, "the proof of \(id)")
  }
}

extension SocialStore {
  /// Replaces a password, and ends all sessions.
  func changePassword(
    of userID: String, to hash: PasswordHash, verified: PasswordHash? = nil, history: Int,
    at seconds: TimeInterval = 1
  ) async throws -> Bool {
    try await changePassword(
      of: userID, to: hash, verified: verified, history: history, keeping: .none,
      at: moment(seconds)) != nil
  }

  /// Submits a code.
  func attempt(_ code: TypedCode, at seconds: TimeInterval = 1) async throws -> CodeAttempt {
    try await attempt(code, at: moment(seconds))
  }

  /// The pending login of this name, if it exists.
  func pending(_ name: String, at seconds: TimeInterval) async throws -> PendingBinding? {
    try await pending(digest(name), at: moment(seconds))
  }

  /// Opens a session through a link, or without one.
  @discardableResult
  func openSession(
    _ family: String, of user: String, link: String? = nil, at seconds: TimeInterval = 0,
    within limit: AttemptLimit? = nil
  ) async throws -> Attempt? {
    let lived = RefreshFamily(
      id: family, clientID: "app", userID: user, scopes: [], createdAt: moment(seconds),
      absoluteExpiry: moment(seconds + 10_000), authTime: moment(seconds), nonce: nil)
    let first = RefreshRecord(
      digest: digest("\(family) 0"), familyID: family, generation: 0, issuedAt: moment(seconds),
      expiresAt: moment(seconds + 5_000))
    return try await open(
      SocialSession(
        familyID: family, userID: user, device: "device", methods: ["weibo"], linkID: link),
      family: lived, first: first, within: limit)
  }
}

extension BindingOutcome {
  /// The name of the outcome, without its records.
  var word: String {
    switch self {
    case .bound(_, _, let created): created ? "created" : "bound"
    case .needsConfirmation: "needsConfirmation"
    case .needsSecondFactor: "needsSecondFactor"
    case .codeWrong(let left): "codeWrong \(left)"
    case .codeGone: "codeGone"
    case .stateGone: "stateGone"
    case .stateMismatch: "stateMismatch"
    case .contactUnknown: "contactUnknown"
    case .userLinked: "userLinked"
    case .identityTaken: "identityTaken"
    case .disabled: "disabled"
    }
  }
}
