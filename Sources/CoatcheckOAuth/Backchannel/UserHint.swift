// SPDX-License-Identifier: Apache-2.0

/// Who a backchannel authentication request is about: exactly one hint of three.
///
/// [OpenID Connect CIBA Core 1.0
/// §7.1](https://openid.net/specs/openid-client-initiated-backchannel-authentication-core-1_0.html#auth_request).
public enum UserHint: Sendable {
  /// How the authorization server identifies the user: an address, a telephone number, an account name.
  case login(String)
  /// A token that says it.
  case loginToken(Secret)
  /// An ID token which the issuer made for this client.
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
  /// The kind of hint; not the hint.
  public var description: String { "UserHint(\(parameter.name))" }
  /// The kind of hint; not the hint.
  public var customMirror: Mirror { Mirror(self, children: ["kind": parameter.name]) }
}
