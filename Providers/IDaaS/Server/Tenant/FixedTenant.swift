// SPDX-License-Identifier: Apache-2.0
public import CoatcheckIDaaSProtocol

/// A tenant whose configuration is a value, for tests and for programs with their own configuration.
public struct FixedTenant: Tenant {
  /// The applications.
  public var applications: [TenantApplication]
  /// The countries whose phone numbers are accepted.
  public var codes: AreaCodes
  /// The rules for passwords.
  public var policy: PasswordPolicy
  /// The background pictures of the slider, each the bytes of a PNG file; empty for generated pictures.
  public var pictures: [[UInt8]]

  /// Creates a tenant.
  ///
  /// - Parameters:
  ///   - applications: The applications.
  ///   - areaCodes: The countries whose phone numbers are accepted.
  ///   - passwordPolicy: The rules for passwords.
  ///   - slides: The background pictures of the slider, each the bytes of a PNG file; empty for generated
  ///     pictures.
  public init(
    applications: [TenantApplication], areaCodes: AreaCodes,
    passwordPolicy: PasswordPolicy = PasswordPolicy(), slides: [[UInt8]] = []
  ) {
    self.applications = applications
    codes = areaCodes
    policy = passwordPolicy
    pictures = slides
  }

  /// Returns the application with this client identifier; nil when there is no such application. It never
  /// fails.
  public func application(_ clientID: String) async throws(Refusal) -> TenantApplication? {
    applications.first { $0.id == clientID }
  }

  /// Returns the applications whose Weibo source has this AppKey. It never fails.
  public func applications(weiboKey: String) async throws(Refusal) -> [TenantApplication] {
    applications.filter { $0.weibo?.appKey == weiboKey }
  }

  /// Returns ``codes``. It never fails.
  public func areaCodes() async throws(Refusal) -> AreaCodes { codes }

  /// Returns ``policy``. It never fails.
  public func passwordPolicy() async throws(Refusal) -> PasswordPolicy { policy }

  /// Returns ``pictures``. It never fails.
  public func slides() async throws(Refusal) -> [[UInt8]] { pictures }
}
