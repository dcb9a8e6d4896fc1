// SPDX-License-Identifier: Apache-2.0

/// The way in which a pending login is completed: ``SocialBinding`` or ``SocialRegistration``.
public protocol SocialCompletion: Sendable {
  /// The path of the call.
  static var path: String { get }
}

/// The contact must belong to an existing user.
public enum SocialBinding: SocialCompletion {
  /// `/api/v2/sdk/social/bind`
  public static let path = "/api/v2/sdk/social/bind"
}

/// A contact that no user has registers a new user.
public enum SocialRegistration: SocialCompletion {
  /// `/api/v2/sdk/social/register-bind`
  public static let path = "/api/v2/sdk/social/register-bind"
}
