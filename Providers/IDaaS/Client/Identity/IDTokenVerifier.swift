// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckJOSE
import CoatcheckOAuth
import HTTPTypes
import Synchronization
import CoatcheckFoundation

/// Checks the ID tokens of one tenant for one application.
///
/// The signature comes first, so that a forged token reveals nothing about valid ones. With the
/// keys available a check is one signature and a few comparisons, on the caller's own thread.
final class IDTokenVerifier: Sendable {
  /// How far the clocks may differ, in seconds.
  static let leeway: TimeInterval = 60
  /// How long after a request for keys the next one is sent at the earliest, in seconds.
  static let coolDown: TimeInterval = 60
  /// Made once: a set made for every token takes as long as reading its header.
  private static let algorithms: Set<SignatureAlgorithm> = [.rs256, .es256]

  private struct Known {
    let keys: VerificationKeySet
    let since: Duration
  }

  let issuer: String
  let clientID: String
  let keys: KeySetCache
  private let jwksURI: Endpoint
  private let clock: TenantClock
  private let environment: RuntimeEnvironment
  private let known = Mutex<Known?>(nil)

  init(
    issuer: String, clientID: String, jwksURI: Endpoint, transport: any HTTPTransport,
    clock: TenantClock, environment: RuntimeEnvironment
  ) {
    self.issuer = issuer
    self.clientID = clientID
    self.jwksURI = jwksURI
    self.clock = clock
    self.environment = environment
    keys = KeySetCache(
      transport: RefusalTransport(base: transport), environment: environment,
      coolDown: Self.coolDown)
  }

  /// Validates an ID token and returns its claims.
  nonisolated(nonsending) func claims(
    of text: Secret
  ) async throws(IDTokenRefusal) -> JSONObject {
    guard !text.isEmpty else { throw IDTokenRefusal(.input, "There is no ID token.") }
    let token = try Self.read(text)
    let verified: VerifiedJWT
    if let fresh = fresh(), let known = try? token.verified(by: fresh, accepting: Self.algorithms) {
      verified = known
    } else {
      // As a result, not as a throw: an error that is thrown through here does not return to the caller's
      // actor in Swift 6.3.
      verified = try await outcome(of: token).get()
    }
    do throws(IDTokenRefusal) {
      try check(verified, at: now)
    } catch  where Self.isOfTime(error) {
      // This machine's clock may be wrong: the tenant is asked for the time, once.
      guard await clock.measure() else { throw error }
      try check(verified, at: now)
    }
    return verified.claims
  }

  private func outcome(
    of token: UnverifiedJWT
  ) async -> Result<VerifiedJWT, IDTokenRefusal> {
    do throws(IDTokenRefusal) {
      return .success(try await slowly(token))
    } catch {
      return .failure(error)
    }
  }

  private static func read(_ text: Secret) throws(IDTokenRefusal) -> UnverifiedJWT {
    do {
      return try UnverifiedJWT(text.reveal())
    } catch {
      throw IDTokenRefusal(.invalid, "The ID token is refused: \(error.reason).")
    }
  }

  private static func isOfTime(_ refusal: IDTokenRefusal) -> Bool {
    refusal.code == .expired || refusal.error.parameter == "nbf"
  }

  private var now: Date { environment.now().addingTimeInterval(clock.offset) }

  private func fresh() -> VerificationKeySet? {
    let known = known.withLock { $0 }
    guard let known, environment.uptime() - known.since < .seconds(KeySetCache.lifetime) else {
      return nil
    }
    return known.keys
  }

  /// Verifies the signature with keys that are fetched first: none are cached, or the token names another
  /// one.
  private func slowly(_ token: UnverifiedJWT) async throws(IDTokenRefusal) -> VerifiedJWT {
    let since = environment.uptime()
    do throws(OAuthError) {
      let verified = try await keys.verified(token, at: jwksURI, accepting: Self.algorithms)
      let newest = try await keys.keys(at: jwksURI)
      known.withLock { $0 = Known(keys: newest, since: since) }
      return verified
    } catch  where error.isTransient {
      throw IDTokenRefusal(.keysMissing, error)
    } catch {
      let keys = try? await keys.keys(at: jwksURI)
      guard keys?.keyIDs.isEmpty == false else {
        throw IDTokenRefusal(
          .keysMissing, error.code == .idTokenInvalid ? Self.noKeys : error)
      }
      throw IDTokenRefusal(.invalid, error)
    }
  }

  private static let noKeys = OAuthError.unreadable(
    .metadataMalformed, "The tenant publishes no key that can be used.")

  /// Checks `typ`, `iss`, `nbf`, `exp`, `aud`, `sub` and `iat`, in this order.
  private func check(_ token: VerifiedJWT, at now: Date) throws(IDTokenRefusal) {
    let header = token.header
    guard header.type == nil || header.hasType("JWT") else {
      throw IDTokenRefusal(.invalid, "The token is another kind of JWT.", claim: "typ")
    }
    let claims = token.claims
    guard claims["iss"]?.stringValue?.isExactly(issuer) == true else {
      throw IDTokenRefusal(.invalid, "The ID token was made by another issuer.", claim: "iss")
    }
    let time = now.timeIntervalSince1970
    if let start = claims["nbf"] {
      guard let start = start.doubleValue, start <= time + Self.leeway else {
        throw IDTokenRefusal(.invalid, "The ID token is not valid yet.", claim: "nbf")
      }
    }
    guard let end = claims["exp"]?.doubleValue else {
      throw IDTokenRefusal(.invalid, "The ID token does not say when it expires.", claim: "exp")
    }
    guard time < end + Self.leeway else {
      throw IDTokenRefusal(.expired, "The ID token has expired.", claim: "exp")
    }
    guard isOurs(claims["aud"]) else {
      throw IDTokenRefusal(
        .otherClient, "The ID token is for another application.", claim: "aud")
    }
    // "sub REQUIRED", "iat REQUIRED". https://openid.net/specs/openid-connect-core-1_0.html#IDToken
    guard claims["sub"]?.stringValue?.isEmpty == false else {
      throw IDTokenRefusal(.invalid, "The ID token does not name its subject.", claim: "sub")
    }
    guard claims["iat"]?.doubleValue != nil else {
      throw IDTokenRefusal(.invalid, "The ID token does not say when it was made.", claim: "iat")
    }
  }

  /// Whether the application is the only audience of the token.
  private func isOurs(_ audience: JSONValue?) -> Bool {
    switch audience {
    case .string(let one): one.isExactly(clientID)
    case .array(let list):
      !list.isEmpty && list.allSatisfy { $0.stringValue?.isExactly(clientID) == true }
    default: false
    }
  }
}
