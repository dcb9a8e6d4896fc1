// SPDX-License-Identifier: Apache-2.0

extension PasswordPolicy {
  /// Reads `password-policy.json`. Members that are missing have their defaults.
  init(_ members: TenantMembers) throws(TenantError) {
    self.init()
    try members.allow([
      "min_length", "max_length", "kinds", "repeats", "history", "wrong_tries", "lock_seconds",
    ])
    let least = try members.number("min_length", in: 6...128) ?? length.lowerBound
    let most = try members.number("max_length", in: 8...1_024) ?? length.upperBound
    guard least <= most else {
      throw members.trouble("max_length", "must be at least min_length")
    }
    length = least...most
    kinds = try members.number("kinds", in: 1...4) ?? kinds
    repeats = try members.number("repeats", in: 1...128) ?? repeats
    history = try members.number("history", in: 0...24) ?? history
    wrongTries = try members.number("wrong_tries", in: 1...100) ?? wrongTries
    lockSeconds = try members.number("lock_seconds", in: 1...86_400) ?? lockSeconds
  }
}
