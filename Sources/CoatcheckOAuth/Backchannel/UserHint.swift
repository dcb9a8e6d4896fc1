// SPDX-License-Identifier: Apache-2.0

/// Identifies the user of a backchannel authentication request: exactly one of three hints.
///
/// [OpenID Connect CIBA Core 1.0
/// §7.1](https://openid.net/specs/openid-client-initiated-backchannel-authentication-core-1_0.html#auth_request).
public enum UserHint: Sendable {
  /// `login_hint`: a name by which the authorization server knows the user, such as an e-mail address, a
  /// telephone number or an account name.
  case login(String)
  /// `login_hint_token`: a token that identifies the user.
  case loginToken(Secret)
  /// `id_token_hint`: an ID token that the authorization server issued to this client.
  case idToken(Secret)

  var parameter: (name: String, value: String) {
    switch self {
    case .login(let text): ("login_hint", text)
    case .loginToken(let token): ("login_hint_token", token.reveal())
    case .idToken(let token): ("id_token_hint", token.reveal())
    }
  }

  /// Reads the hint of a request.
  ///
  /// - Throws: `refused`, ``OAuthError/Code/invalidRequest``, when it is missing or not the only one.
  init(form: Parameters) throws(OAuthError) {
    let hints: [UserHint] = [
      form["login_hint"].map { .login($0) },
      form["login_hint_token"].map { .loginToken(Secret($0)) },
      form["id_token_hint"].map { .idToken(Secret($0)) },
    ].compactMap { $0 }
    // "it is REQUIRED that the Client provides one (and only one) of the hints specified above".
    guard hints.count == 1, let hint = hints.first else {
      throw .refused(
        .invalidRequest, "The request must have exactly one hint about the user.",
        parameter: hints.isEmpty ? "login_hint" : hints[1].parameter.name)
    }
    self = hint
  }
}

extension UserHint: CustomStringConvertible, CustomReflectable {
  /// The name of the hint's parameter, without its value.
  public var description: String { "UserHint(\(parameter.name))" }
  /// The name of the hint's parameter, without its value.
  public var customMirror: Mirror { Mirror(self, children: ["kind": parameter.name]) }
}
