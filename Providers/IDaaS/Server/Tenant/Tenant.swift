// SPDX-License-Identifier: Apache-2.0
public import CoatcheckIDaaSProtocol

/// The configuration of a tenant by its operator, as it is at the moment of a call.
public protocol Tenant: Sendable {
  /// Returns the application with a client identifier; nil when there is no such application.
  ///
  /// - Parameter clientID: The client identifier, compared byte by byte.
  /// - Throws: `Refusal` with `tenantUnreadable` when the configuration cannot be read; the call is
  ///   refused with it.
  func application(_ clientID: String) async throws(Refusal) -> TenantApplication?

  /// Returns the applications whose Weibo source has an AppKey, for Weibo's notices; none by default.
  ///
  /// - Parameter weiboKey: The AppKey: Weibo's client identifier of the application.
  /// - Throws: `Refusal` with `tenantUnreadable` when the configuration cannot be read.
  func applications(weiboKey: String) async throws(Refusal) -> [TenantApplication]

  /// Returns the countries whose phone numbers are accepted.
  ///
  /// - Throws: `Refusal` with `areaCodesUnreadable` when the configuration cannot be read.
  func areaCodes() async throws(Refusal) -> AreaCodes

  /// Returns the rules for passwords.
  ///
  /// - Throws: `Refusal` with `passwordPolicyUnreadable` when the configuration cannot be read.
  func passwordPolicy() async throws(Refusal) -> PasswordPolicy

  /// Returns the background pictures of the slider, each the bytes of a PNG file; empty for generated
  /// pictures.
  ///
  /// - Throws: `Refusal` with `slideMissing` when the pictures cannot be read.
  func slides() async throws(Refusal) -> [[UInt8]]
}

extension Tenant {
  /// Returns no applications, so that Weibo's notices change nothing. It never throws.
  ///
  /// - Parameter weiboKey: The AppKey; it is ignored.
  public func applications(weiboKey: String) async throws(Refusal) -> [TenantApplication] { [] }
}
