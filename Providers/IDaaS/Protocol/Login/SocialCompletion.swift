// SPDX-License-Identifier: Apache-2.0

/// How a pending login may be completed.
public protocol SocialCompletion: Sendable {
  /// The path of its call.
  static var path: String { get }
}

/// The contact has to be a user's already.
public enum SocialBinding: SocialCompletion {
  /// `/api/v2/sdk/social/bind`
  public static let path = "/api/v2/sdk/social/bind"
}

/// A contact without a user registers one.
public enum SocialRegistration: SocialCompletion {
  /// `/api/v2/sdk/social/register-bind`
  public static let path = "/api/v2/sdk/social/register-bind"
}
