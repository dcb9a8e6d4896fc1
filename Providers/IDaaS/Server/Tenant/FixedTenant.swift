// SPDX-License-Identifier: Apache-2.0
public import CoatcheckIDaaSProtocol

/// A tenant whose configuration is a value: for tests, and for programs that keep it elsewhere.
public struct FixedTenant: Tenant {
  /// The applications.
  public var applications: [TenantApplication]
  /// The countries whose numbers are taken.
  public var codes: AreaCodes
  /// What a password must be like.
  public var policy: PasswordPolicy
  /// The slider's pictures; none for pictures made here.
  public var pictures: [[UInt8]]

  /// A tenant.
  public init(
    applications: [TenantApplication], areaCodes: AreaCodes,
    passwordPolicy: PasswordPolicy = PasswordPolicy(), slides: [[UInt8]] = []
  ) {
    self.applications = applications
    codes = areaCodes
    policy = passwordPolicy
    pictures = slides
  }

  /// The application with this client id, or nil.
  public func application(_ clientID: String) async throws(Refusal) -> TenantApplication? {
    applications.first { $0.id == clientID }
  }

  /// The applications whose Weibo source has this app key.
  public func applications(weiboKey: String) async throws(Refusal) -> [TenantApplication] {
    applications.filter { $0.weibo?.appKey == weiboKey }
  }

  /// The countries.
  public func areaCodes() async throws(Refusal) -> AreaCodes { codes }

  /// The policy.
  public func passwordPolicy() async throws(Refusal) -> PasswordPolicy { policy }

  /// The pictures.
  public func slides() async throws(Refusal) -> [[UInt8]] { pictures }
}
