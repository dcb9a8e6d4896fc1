// SPDX-License-Identifier: Apache-2.0
public import CoatcheckJOSE

/// A person as the issuer needs one: a stable identifier and what may be said about them.
public struct DirectoryUser: Sendable, Equatable {
  /// The subject identifier: never reused, never shown to be an e-mail address.
  public let id: String
  /// The claims known, by their OpenID Connect names.
  public let claims: JSONObject
  /// Whether the person may sign in and keep sessions now.
  public let standing: Standing

  /// Whether an account is in use.
  public enum Standing: Sendable { case active, disabled }

  /// Describes a person.
  public init(id: String, claims: JSONObject, standing: Standing) {
    self.id = id
    self.claims = claims
    self.standing = standing
  }
}

/// Where the issuer looks people up. It never learns how they prove who they are.
public protocol Directory: Sendable {
  /// The person with this identifier.
  ///
  /// - Returns: nil when there is none, or no longer one.
  /// - Throws: when the directory cannot be read; the request is answered with 503.
  func person(_ id: String) async throws -> DirectoryUser?
}
