// SPDX-License-Identifier: Apache-2.0

/// What a scope means, in the words of the consent page.
enum ScopeText {
  static func sentence(_ scope: String) -> String {
    switch scope {
    case "openid": "Know who you are"
    case "profile": "See your name and profile"
    case "email": "See your e-mail address"
    case "phone": "See your phone number"
    case "address": "See your postal address"
    case "offline_access": "Keep access while you are away"
    default: "Use “\(scope)”"
    }
  }
}
