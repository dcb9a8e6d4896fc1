// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth
import CoatcheckFoundation

/// An access token that a client got for itself by the client credentials grant.
public struct ClientToken: Sendable {
  /// The access token.
  public let accessToken: Secret
  /// The type of the token, as the authorization server wrote it: `Bearer` or `DPoP`.
  public let tokenType: String
  /// The granted scopes; the requested ones where the response names none.
  public let scopes: [Scope]
  /// When the token expires, on the wall clock.
  public let expiry: Expiry
  /// The private key that the token is bound to; nil for a bearer token.
  public let dpopKey: SigningKey?

  /// When it expires and when it is replaced, on the monotonic clock; nil when its lifetime is
  /// unknown.
  let end: Duration?
  let spent: Duration?

  /// - Parameter leeway: How many seconds before its end it is replaced: at most half of its life.
  init(
    _ grant: TokenGrant, asked: Set<Scope>, key: SigningKey?, leeway: Double,
    receivedAt uptime: Duration
  ) {
    accessToken = grant.accessToken
    tokenType = grant.tokenType
    scopes = grant.scopes ?? asked.sorted { $0.rawValue < $1.rawValue }
    expiry = grant.expiry
    dpopKey = key
    let lifetime = grant.expiry.date.map { max($0.timeIntervalSince(grant.receivedAt), 0) }
    end = lifetime.map { uptime + .seconds(min($0, 1e9)) }
    spent = lifetime.map { uptime + .seconds(min($0 - min(leeway, $0 / 2), 1e9)) }
  }

  func isSpent(_ uptime: Duration) -> Bool { spent.map { uptime >= $0 } ?? false }
  func hasEnded(_ uptime: Duration) -> Bool { end.map { uptime >= $0 } ?? false }
}

extension ClientToken: CustomStringConvertible, CustomReflectable {
  /// The type and the expiry; no token.
  public var description: String { "ClientToken(\(tokenType), \(expiry))" }
  /// The type, the scopes and the expiry; no token.
  public var customMirror: Mirror {
    Mirror(self, children: ["tokenType": tokenType, "scopes": scopes, "expiry": expiry])
  }
}
