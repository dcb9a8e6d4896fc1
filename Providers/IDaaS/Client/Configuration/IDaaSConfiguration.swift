// SPDX-License-Identifier: Apache-2.0

public import CoatcheckIDaaSProtocol
public import CoatcheckOAuth

/// A tenant of the identity service, and our application there.
///
/// ```swift
/// var configuration = try IDaaSConfiguration(domain: "https://tenant.example", clientID: "…")
/// configuration.language = "zh-CN"
/// ```
///
/// Which certificates are trusted is the transport's: pins are rules of it, and there is no switch that turns
/// the check off.
public struct IDaaSConfiguration: Sendable {
  /// The tenant's origin.
  public let origin: Endpoint
  /// The application's client id.
  public let clientID: String
  /// The language of answers, messages and pages: `zh-CN`, `zh-TW`, `en`; nil for the tenant's own.
  public var language: String?
  /// The device's system and its version.
  public var system = SystemName.current
  /// The app's name and version, as a user agent.
  public var agent = "Coatcheck"
  /// What identifies this installation.
  public var device = DeviceIdentity.withSessions
  /// How the hosted pages look; nil for the tenant's own look.
  public var theme: PageTheme?
  /// Whether an account that was found may be shown to the user before it is linked.
  public var confirmsLinking = false

  /// A tenant and an application.
  ///
  /// - Parameters:
  ///   - domain: The tenant's origin: `https://` and a host, with a port if need be. Plain `http` is for this
  ///     machine only.
  ///   - clientID: The application's client id.
  /// - Throws: `misused` naming `domain` or `clientID`, when it cannot be used.
  public init(domain: String, clientID: String) throws(OAuthError) {
    origin = try Self.origin(domain)
    guard clientID.isVisibleASCII else {
      throw .misused("clientID", "The client id is empty or holds forbidden characters.")
    }
    self.clientID = clientID
  }

  /// The rule of the service: any https origin, without path, query or user information.
  static func origin(_ domain: String) throws(OAuthError) -> Endpoint {
    let text = domain.hasSuffix("/") ? String(domain.dropLast()) : domain
    let endpoint: Endpoint
    do throws(OAuthError) {
      endpoint = try Endpoint(text)
    } catch {
      throw OAuthError(
        outcome: .misused, code: error.code, reason: error.reason, parameter: "domain")
    }
    guard endpoint.path == "/", !text.hasSuffix("/"), !text.contains("?") else {
      throw .misused("domain", "The domain is an origin: it has no path and no query.")
    }
    return endpoint
  }
}
