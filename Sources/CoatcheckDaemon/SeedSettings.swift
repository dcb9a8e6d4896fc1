// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import Foundation

/// The issuer's figures in a seed file: lifetimes in whole seconds, and the audience of access
/// tokens.
struct SeedSettings: Sendable {
  private var accessTokenLifetime: Int?
  private var idTokenLifetime: Int?
  private var codeLifetime: Int?
  private var refreshIdle: Int?
  private var refreshAbsolute: Int?
  private var loginLifetime: Int?
  private var audience: String?

  init() {}

  init(reading reader: SeedReader) throws {
    try reader.allow(
      "accessTokenLifetime", "idTokenLifetime", "codeLifetime", "refreshIdle", "refreshAbsolute",
      "loginLifetime", "audience")
    accessTokenLifetime = try reader.seconds("accessTokenLifetime")
    idTokenLifetime = try reader.seconds("idTokenLifetime")
    codeLifetime = try reader.seconds("codeLifetime")
    refreshIdle = try reader.seconds("refreshIdle")
    refreshAbsolute = try reader.seconds("refreshAbsolute")
    loginLifetime = try reader.seconds("loginLifetime")
    audience = try reader.optionalString("audience")
  }

  /// Puts what the file says in the place of the defaults.
  func apply(to settings: inout IssuerSettings) {
    if let accessTokenLifetime { settings.accessTokenLifetime = TimeInterval(accessTokenLifetime) }
    if let idTokenLifetime { settings.idTokenLifetime = TimeInterval(idTokenLifetime) }
    if let codeLifetime { settings.codeLifetime = TimeInterval(codeLifetime) }
    if let refreshIdle { settings.refreshIdle = TimeInterval(refreshIdle) }
    if let refreshAbsolute { settings.refreshAbsolute = TimeInterval(refreshAbsolute) }
    if let loginLifetime { settings.loginLifetime = TimeInterval(loginLifetime) }
    if let audience { settings.audience = audience }
  }
}
