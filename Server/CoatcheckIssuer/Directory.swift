// SPDX-License-Identifier: Apache-2.0
public import CoatcheckJOSE

/// A user as the issuer needs one: a stable identifier and what may be said about them.
public struct DirectoryUser: Sendable, Equatable {
  /// The subject identifier: never reused, never shown to be an e-mail address.
  public let id: String
  /// What the user types to sign in; nil where the directory does not say.
  public let name: String?
  /// The claims known, by their OpenID Connect names.
  public let claims: JSONObject
  /// Whether the user may sign in and keep sessions now.
  public let standing: Standing

  /// Whether an account is in use.
  public enum Standing: Sendable { case active, disabled }

  /// Describes a user.
  public init(id: String, name: String? = nil, claims: JSONObject, standing: Standing) {
    self.id = id
    self.name = name
    self.claims = claims
    self.standing = standing
  }
}

/// Where the authorization server looks up users. It does not learn how they authenticate.
public protocol Directory: Sendable {
  /// The user with this identifier.
  ///
  /// - Returns: Nil when the user is unknown or was removed.
  /// - Throws: When the directory cannot be read; the request is answered with 503.
  func user(_ id: String) async throws -> DirectoryUser?
}
