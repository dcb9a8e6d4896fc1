// SPDX-License-Identifier: Apache-2.0

/// The identifier of an authorization server.
///
/// It is compared byte for byte: a trailing slash, another letter case or `http` make another
/// issuer.
/// [RFC 8414 §2](https://www.rfc-editor.org/rfc/rfc8414#section-2),
/// [OIDC Discovery §4.3](https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfigurationValidation).
public struct Issuer: Sendable {
  /// The identifier exactly as it was given.
  public let text: String
  private let wellKnown: WellKnownEndpoints
  /// Whether the issuer is an `http` URL with a loopback address.
  let isPlainLoopback: Bool

  /// Reads an issuer identifier.
  ///
  /// - Parameter text: An `https` URL, or `http` on `localhost`, `127.0.0.0/8` or `[::1]`.
  /// - Throws: `misused` naming `issuer`: ``OAuthError/Code/insecureEndpoint`` when it has another scheme
  ///   or is `http` on another host; ``OAuthError/Code/invalidArgument`` when it is not an absolute URL,
  ///   or has a query, a fragment, user information or an impossible port.
  public init(_ text: String) throws(OAuthError) {
    guard let parts = URIParts(text), let authority = parts.authority else {
      throw .misused("issuer", "The issuer is not an absolute URL.")
    }
    // "a URL using the "https" scheme with no query or fragment components"
    guard parts.query == nil, parts.fragment == nil else {
      throw .misused("issuer", "The issuer has a query or a fragment.")
    }
    let origin = "\(parts.scheme)://\(authority.text)"
    let path = parts.path.hasSuffix("/") ? String(parts.path.dropLast()) : parts.path
    do {
      _ = try Endpoint(text)
      wellKnown = WellKnownEndpoints(
        openIDConfiguration: try Endpoint(origin + path + WellKnown.openIDConfiguration.rawValue),
        oauthAuthorizationServer: try Endpoint(
          origin + WellKnown.oauthAuthorizationServer.rawValue + path))
    } catch {
      throw OAuthError(
        outcome: .misused, code: error.code,
        reason:
          "The issuer must be an https URL, or http on this machine, without user information.",
        parameter: "issuer")
    }
    self.text = text
    isPlainLoopback = parts.scheme == "http"
  }

  /// The address of a well-known document of this issuer.
  ///
  /// For `https://op.example/t1` these are `https://op.example/t1/.well-known/openid-configuration` and
  /// `https://op.example/.well-known/oauth-authorization-server/t1`.
  public func wellKnown(_ document: WellKnown) -> Endpoint {
    switch document {
    case .openIDConfiguration: wellKnown.openIDConfiguration
    case .oauthAuthorizationServer: wellKnown.oauthAuthorizationServer
    }
  }

  /// The address where some issuers with a path have their OpenID Connect metadata:
  /// `https://op.example/.well-known/openid-configuration/t1`. Nil for an issuer without a path.
  ///
  /// [RFC 8414 §5](https://www.rfc-editor.org/rfc/rfc8414#section-5) inserts the well-known path in this way.
  package var insertedOpenIDConfiguration: Endpoint? {
    let prefix = WellKnown.oauthAuthorizationServer.rawValue
    let place = wellKnown.oauthAuthorizationServer
    let rest = place.path.dropFirst(prefix.count)
    guard !rest.isEmpty else { return nil }
    return try? Endpoint(
      "\(place.scheme)://\(place.authority)\(WellKnown.openIDConfiguration.rawValue)\(rest)")
  }
}

extension Issuer: Hashable, CustomStringConvertible {
  /// Whether both are the same text. (Issuers are ASCII, so `==` of texts compares bytes.)
  public static func == (one: Issuer, other: Issuer) -> Bool {
    one.text == other.text
  }

  /// Hashes the text.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(text)
  }

  /// The identifier.
  public var description: String { text }
}

/// The well-known addresses. A class, since an issuer is copied with every ID token.
private final class WellKnownEndpoints: Sendable {
  let openIDConfiguration: Endpoint
  let oauthAuthorizationServer: Endpoint

  init(openIDConfiguration: Endpoint, oauthAuthorizationServer: Endpoint) {
    self.openIDConfiguration = openIDConfiguration
    self.oauthAuthorizationServer = oauthAuthorizationServer
  }
}
