// SPDX-License-Identifier: Apache-2.0

/// One row of the pipeline: a rule, and the endpoints at which it applies.
struct Row: Sendable {
  fileprivate(set) var push: (any AuthorizeRule)?
  fileprivate(set) var authorize: (any AuthorizeRule)?
  fileprivate(set) var code: (any TokenRule)?
  fileprivate(set) var refresh: (any TokenRule)?
  fileprivate(set) var credentials: (any TokenRule)?
  fileprivate(set) var device: (any TokenRule)?
  fileprivate(set) var exchange: (any TokenRule)?
  fileprivate(set) var deviceAuthorization: (any DeviceAuthorizationRule)?
  fileprivate(set) var revoke: (any RevokeRule)?
  fileprivate(set) var introspect: (any IntrospectRule)?
  fileprivate(set) var userInfo: (any UserInfoRule)?
  fileprivate(set) var register: (any RegistrationRule)?
  fileprivate(set) var configure: (any RegistrationRule)?

  init<Rule>(_ rule: Rule, in columns: [Column<Rule>]) {
    for column in columns { column.enter(&self, rule) }
  }
}

/// A column of the pipeline, for rules of one protocol.
struct Column<Rule> {
  fileprivate let enter: (inout Row, Rule) -> Void
}

extension Column where Rule: AuthorizeRule {
  static var push: Column { Column { $0.push = $1 } }
  static var authorize: Column { Column { $0.authorize = $1 } }
}

extension Column where Rule: TokenRule {
  static var code: Column { Column { $0.code = $1 } }
  static var refresh: Column { Column { $0.refresh = $1 } }
  static var credentials: Column { Column { $0.credentials = $1 } }
  static var device: Column { Column { $0.device = $1 } }
  static var exchange: Column { Column { $0.exchange = $1 } }
}

extension Column where Rule: DeviceAuthorizationRule {
  static var deviceAuthorization: Column { Column { $0.deviceAuthorization = $1 } }
}

extension Column where Rule: RevokeRule {
  static var revoke: Column { Column { $0.revoke = $1 } }
}

extension Column where Rule: IntrospectRule {
  static var introspect: Column { Column { $0.introspect = $1 } }
}

extension Column where Rule: UserInfoRule {
  static var userInfo: Column { Column { $0.userInfo = $1 } }
}

extension Column where Rule: RegistrationRule {
  static var register: Column { Column { $0.register = $1 } }
  static var configure: Column { Column { $0.configure = $1 } }
}
