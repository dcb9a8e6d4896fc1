// SPDX-License-Identifier: Apache-2.0

/// One row of the pipeline: a rule, and the endpoints at which it applies.
struct Row: Sendable {
  enum AuthorizeColumn { case authorize }
  enum TokenColumn { case code, refresh, credentials }
  enum ClientColumn { case code, refresh, credentials, revoke }
  enum RevokeColumn { case revoke }
  enum UserInfoColumn { case userInfo }

  private(set) var authorize: (any AuthorizeRule)?
  private(set) var code: (any TokenRule)?
  private(set) var refresh: (any TokenRule)?
  private(set) var credentials: (any TokenRule)?
  private(set) var revoke: (any RevokeRule)?
  private(set) var userInfo: (any UserInfoRule)?

  init(_ rule: some AuthorizeRule, in columns: [AuthorizeColumn]) {
    if columns.contains(.authorize) { authorize = rule }
  }

  init(_ rule: some TokenRule, in columns: [TokenColumn]) {
    if columns.contains(.code) { code = rule }
    if columns.contains(.refresh) { refresh = rule }
    if columns.contains(.credentials) { credentials = rule }
  }

  init(_ rule: some TokenRule & RevokeRule, in columns: [ClientColumn]) {
    if columns.contains(.code) { code = rule }
    if columns.contains(.refresh) { refresh = rule }
    if columns.contains(.credentials) { credentials = rule }
    if columns.contains(.revoke) { revoke = rule }
  }

  init(_ rule: some RevokeRule, in columns: [RevokeColumn]) {
    if columns.contains(.revoke) { revoke = rule }
  }

  init(_ rule: some UserInfoRule, in columns: [UserInfoColumn]) {
    if columns.contains(.userInfo) { userInfo = rule }
  }
}
