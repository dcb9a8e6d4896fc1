// SPDX-License-Identifier: Apache-2.0

public import CoatcheckIDaaSProtocol
public import CoatcheckOAuth

/// The configuration of a tenant of the identity service and of the application there.
///
/// ```swift
/// var configuration = try IDaaSConfiguration(domain: "https://tenant.example", clientID: "…")
/// configuration.language = "zh-CN"
/// ```
///
/// Which certificates are trusted is the transport's: pins are rules of it, and there is no switch that turns
/// the check off.
public struct IDaaSConfiguration: Sendable {
  /// The origin of the tenant: scheme, host and port.
  public let origin: Endpoint
  /// The client identifier of the application.
  public let clientID: String
  /// The language of error messages, text messages and pages: `zh-CN`, `zh-TW` or `en`; nil for the
  /// tenant's default.
  public var language: String?
  /// The operating system of the device and its version: `iOS 18.1.0`.
  public var system = SystemName.current
  /// The name and version of the app, in the form of a user agent.
  public var agent = "Coatcheck"
  /// The identifier of this installation.
  public var device = DeviceIdentity.withSessions
  /// The look of the hosted pages; nil for the tenant's own look.
  public var theme: PageTheme?
  /// Whether this app can show an existing account to the user for confirmation before it is linked.
  public var confirmsLinking = false

  /// Creates a configuration.
  ///
  /// - Parameters:
  ///   - domain: The tenant's origin: `https://` and a host, with a port if necessary. Plain `http` is
  ///     accepted only for this machine.
  ///   - clientID: The client identifier of the application.
  /// - Throws: `misused` naming `domain` or `clientID` when it cannot be used.
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
