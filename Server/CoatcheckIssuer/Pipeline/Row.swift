// SPDX-License-Identifier: Apache-2.0

/// One row of the pipeline: a rule, and the endpoints at which it applies.
struct Row: Sendable {
  enum AuthorizeColumn { case push, authorize }
  enum TokenColumn { case code, refresh, credentials, device, exchange }
  enum GrantColumn { case code, refresh, credentials, device, exchange, ask }
  enum ClientColumn {
    case push, code, refresh, credentials, device, exchange, ask, revoke, introspect
  }
  enum DeviceAuthorizationColumn { case ask }
  enum RevokeColumn { case revoke }
  enum IntrospectColumn { case introspect }
  enum UserInfoColumn { case userInfo }
  enum RegistrationColumn { case register, configure }

  private(set) var push: (any AuthorizeRule)?
  private(set) var authorize: (any AuthorizeRule)?
  private(set) var code: (any TokenRule)?
  private(set) var refresh: (any TokenRule)?
  private(set) var credentials: (any TokenRule)?
  private(set) var device: (any TokenRule)?
  private(set) var exchange: (any TokenRule)?
  private(set) var ask: (any DeviceAuthorizationRule)?
  private(set) var revoke: (any RevokeRule)?
  private(set) var introspect: (any IntrospectRule)?
  private(set) var userInfo: (any UserInfoRule)?
  private(set) var register: (any RegistrationRule)?
  private(set) var configure: (any RegistrationRule)?

  init(_ rule: some AuthorizeRule, in columns: [AuthorizeColumn]) {
    if columns.contains(.push) { push = rule }
    if columns.contains(.authorize) { authorize = rule }
  }

  init(_ rule: some TokenRule, in columns: [TokenColumn]) {
    if columns.contains(.code) { code = rule }
    if columns.contains(.refresh) { refresh = rule }
    if columns.contains(.credentials) { credentials = rule }
    if columns.contains(.device) { device = rule }
    if columns.contains(.exchange) { exchange = rule }
  }

  init(_ rule: some TokenRule & DeviceAuthorizationRule, in columns: [GrantColumn]) {
    if columns.contains(.code) { code = rule }
    if columns.contains(.refresh) { refresh = rule }
    if columns.contains(.credentials) { credentials = rule }
    if columns.contains(.device) { device = rule }
    if columns.contains(.exchange) { exchange = rule }
    if columns.contains(.ask) { ask = rule }
  }

  init(_ rule: some ClientRule, in columns: [ClientColumn]) {
    if columns.contains(.push) { push = rule }
    if columns.contains(.code) { code = rule }
    if columns.contains(.refresh) { refresh = rule }
    if columns.contains(.credentials) { credentials = rule }
    if columns.contains(.device) { device = rule }
    if columns.contains(.exchange) { exchange = rule }
    if columns.contains(.ask) { ask = rule }
    if columns.contains(.revoke) { revoke = rule }
    if columns.contains(.introspect) { introspect = rule }
  }

  init(_ rule: some DeviceAuthorizationRule, in columns: [DeviceAuthorizationColumn]) {
    if columns.contains(.ask) { ask = rule }
  }

  init(_ rule: some RevokeRule, in columns: [RevokeColumn]) {
    if columns.contains(.revoke) { revoke = rule }
  }

  init(_ rule: some IntrospectRule, in columns: [IntrospectColumn]) {
    if columns.contains(.introspect) { introspect = rule }
  }

  init(_ rule: some RegistrationRule, in columns: [RegistrationColumn]) {
    if columns.contains(.register) { register = rule }
    if columns.contains(.configure) { configure = rule }
  }

  init(_ rule: some UserInfoRule, in columns: [UserInfoColumn]) {
    if columns.contains(.userInfo) { userInfo = rule }
  }
}
