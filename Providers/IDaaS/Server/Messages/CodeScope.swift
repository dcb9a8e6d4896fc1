// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckJOSE

/// What a code is bound to besides its number and purpose: a code for one scope is invalid for another.
enum CodeScope: Sendable, Equatable {
  /// A login that is pending for a binding or for a second factor.
  case login(TokenDigest)
  /// A user who is signed in.
  case user(String)
  /// A client, where no user is known yet: for a login by phone, or a forgotten password.
  case client(String)

  /// The word that is stored.
  var text: String {
    switch self {
    case .login(let digest): "login:" + Base64URL.encode(digest.bytes)
    case .user(let id): "user:" + id
    case .client(let id): "client:" + id
    }
  }
}
