// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckJOSE

/// What a code belongs to besides its number and purpose: a code for one is worth nothing for another.
enum CodeScope: Sendable, Equatable {
  /// A login that waits, for a binding or for a second factor.
  case login(TokenDigest)
  /// Somebody who is signed in.
  case user(String)
  /// Nobody yet: a login by phone, a forgotten password.
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
