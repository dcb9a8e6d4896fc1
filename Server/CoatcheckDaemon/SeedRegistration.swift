// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoatcheckOAuth

/// Reads which clients may register (dynamic client registration).
///
/// ```json
/// {"access": "tokens", "tokens": [{"token": "…", "uses": 5, "expires": "2027-01-31T00:00:00Z"}]}
/// {"access": "open", "because": "only the machines of the workshop reach it"}
/// ```
extension RegistrationPolicy {
  private enum Kind { case off, tokens, open }

  /// The members it reads.
  static var members: [String] {
    ["access", "because", "tokens", "grantTypes", "scopes", "redirectURIs", "attempts"]
  }

  /// - Throws: ``SeedError`` naming the member that cannot be used.
  init(reading reader: SeedReader) throws {
    self.init()
    try reader.allow(Self.members)
    let kind: Kind? = try reader.choice("access", ["off": .off, "tokens": .tokens, "open": .open])
    access = try Self.access(kind, reader)
    if let grants = try reader.strings("grantTypes") {
      // A policy can only narrow the default grants: no registered client gets tokens without a user.
      guard !grants.isEmpty, grants.allSatisfy(grantTypes.contains) else {
        throw reader.error("grantTypes", "knows \(grantTypes.joined(separator: ", "))")
      }
      grantTypes = grants
    }
    if let scopes = try reader.strings("scopes") {
      guard !scopes.isEmpty, scopes.allSatisfy({ Scope(rawValue: $0).isValid }) else {
        throw reader.error("scopes", "must be a list of scopes, with one at least")
      }
      self.scopes = scopes
    }
    redirectURIs = try reader.number("redirectURIs", in: 1...100) ?? redirectURIs
    attempts = try reader.number("attempts", in: 1...1_000_000) ?? attempts
  }

  private static func access(_ kind: Kind?, _ reader: SeedReader) throws -> Access {
    let reason = try reader.optionalString("because")
    let tokens = try reader.objects("tokens").map(InitialAccessToken.init(reading:))
    guard reason == nil || kind == .open else {
      throw reader.error("because", "is for access that is open")
    }
    guard tokens.isEmpty || kind == .tokens else {
      throw reader.error("tokens", "are for access by tokens")
    }
    switch kind {
    case nil: throw reader.error("access", "is missing")
    case .off: return .off
    case .open:
      guard let reason, !reason.isEmpty else {
        throw reader.error("because", "must say why any client may register")
      }
      return .open(because: reason)
    case .tokens:
      guard !tokens.isEmpty else { throw reader.error("tokens", "must have one at least") }
      return .tokens(tokens)
    }
  }
}

extension InitialAccessToken {
  /// The shortest token, in characters: 128 random bits in base64url.
  private static let least = 22

  fileprivate init(reading reader: SeedReader) throws {
    try reader.allow(["token", "tokenFile", "uses", "expires"])
    let token = try reader.secret("token").reveal()
    guard token.utf8.count >= Self.least, token.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else {
      throw reader.error(
        "token", "must be random, of \(Self.least) letters, digits and marks at least")
    }
    self.init(
      Secret(token), uses: try reader.number("uses", in: 1...1_000_000) ?? 1,
      expiresAt: try reader.moment("expires"))
  }
}
