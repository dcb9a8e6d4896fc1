// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoatcheckOAuth
import Foundation

/// The issuer's figures in a seed file: lifetimes in whole seconds, how often something may be tried, the
/// audience of access tokens, and who may register clients.
struct SeedSettings: Sendable {
  private static var lifetimes:
    [(name: String, path: WritableKeyPath<IssuerSettings, TimeInterval>)]
  {
    [
      ("accessTokenLifetime", \.accessTokenLifetime), ("idTokenLifetime", \.idTokenLifetime),
      ("codeLifetime", \.codeLifetime), ("refreshIdle", \.refreshIdle),
      ("refreshAbsolute", \.refreshAbsolute), ("grace", \.grace),
      ("interactionLifetime", \.interactionLifetime), ("loginLifetime", \.loginLifetime),
      ("pushedRequestLifetime", \.pushedRequestLifetime), ("deviceLifetime", \.deviceLifetime),
      ("attemptWindow", \.attemptWindow),
    ]
  }

  private static var counts: [(name: String, path: WritableKeyPath<IssuerSettings, Int>)] {
    [
      ("deviceInterval", \.deviceInterval), ("deviceRequests", \.deviceRequests),
      ("pushedRequests", \.pushedRequests), ("keptPushedRequests", \.keptPushedRequests),
      ("userCodeAttempts", \.userCodeAttempts), ("secretAttempts", \.secretAttempts),
      ("codeAttempts", \.codeAttempts), ("passwordAttempts", \.passwordAttempts),
      ("passwordAttemptsFromAnywhere", \.passwordAttemptsFromAnywhere),
      ("passwordAttemptsFromAddress", \.passwordAttemptsFromAddress),
    ]
  }

  /// The members it reads.
  static var members: [String] {
    lifetimes.map(\.name) + counts.map(\.name)
      + ["audience", "proofNonces", "assertionAudiences", "registration"]
  }

  private var figures: [String: Int] = [:]
  private var audience: String?
  private var proofNonces: IssuerSettings.ProofNonces?
  private var audiences: SeedAudiences?
  private var registration: RegistrationPolicy?

  init() {}

  init(reading reader: SeedReader) throws {
    try reader.allow(Self.members)
    for (name, _) in Self.lifetimes { figures[name] = try reader.seconds(name) }
    for (name, _) in Self.counts { figures[name] = try reader.number(name, in: 1...1_000_000) }
    audience = try reader.optionalString("audience")
    proofNonces = try reader.choice("proofNonces", ["unused": .unused, "required": .required])
    audiences = try reader.object("assertionAudiences").map(SeedAudiences.init(reading:))
    registration = try reader.object("registration").map(RegistrationPolicy.init(reading:))
  }

  /// Puts what the file says in the place of the defaults.
  ///
  /// - Throws: What `Endpoint` throws when a path behind the issuer makes no address.
  func apply(to settings: inout IssuerSettings) throws(OAuthError) {
    for (name, path) in Self.lifetimes {
      if let figure = figures[name] { settings[keyPath: path] = TimeInterval(figure) }
    }
    for (name, path) in Self.counts {
      if let figure = figures[name] { settings[keyPath: path] = figure }
    }
    if let audience { settings.audience = audience }
    if let proofNonces { settings.proofNonces = proofNonces }
    if let audiences {
      settings.assertionAudiences = try audiences.audiences(of: settings.issuer)
    }
    if let registration { settings.registration = registration }
  }
}
