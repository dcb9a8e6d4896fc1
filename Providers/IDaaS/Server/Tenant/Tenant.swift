// SPDX-License-Identifier: Apache-2.0
public import CoatcheckIDaaSProtocol

/// What an operator has configured, as it is at the moment of a call.
public protocol Tenant: Sendable {
  /// The application with this client id, or nil.
  ///
  /// - Throws: `tenantUnreadable`.
  func application(_ clientID: String) async throws(Refusal) -> TenantApplication?

  /// The applications whose Weibo source has this app key, for Weibo's notices; empty by default.
  ///
  /// - Throws: `tenantUnreadable`.
  func applications(weiboKey: String) async throws(Refusal) -> [TenantApplication]

  /// The countries whose numbers are taken.
  ///
  /// - Throws: `areaCodesUnreadable`.
  func areaCodes() async throws(Refusal) -> AreaCodes

  /// What a password must be like.
  ///
  /// - Throws: `passwordPolicyUnreadable`.
  func passwordPolicy() async throws(Refusal) -> PasswordPolicy

  /// What the slider's pictures are made of: the bytes of PNG files; none for pictures made here.
  ///
  /// - Throws: `slideMissing`.
  func slides() async throws(Refusal) -> [[UInt8]]
}

extension Tenant {
  /// None: Weibo's notices change nothing.
  public func applications(weiboKey: String) async throws(Refusal) -> [TenantApplication] { [] }
}
