// SPDX-License-Identifier: Apache-2.0

/// A grant that a client redeems at the token endpoint without a browser.
public enum DirectGrant: Sendable {
  /// The client's own credentials, for access that no user has to approve.
  ///
  /// [RFC 6749 §4.4](https://www.rfc-editor.org/rfc/rfc6749#section-4.4).
  case clientCredentials
  /// The user's name and password, entered in this program: for providers without another grant. "The
  /// resource owner password credentials grant MUST NOT be used"
  /// ([RFC 9700 §2.4](https://www.rfc-editor.org/rfc/rfc9700#section-2.4)).
  ///
  /// [RFC 6749 §4.3](https://www.rfc-editor.org/rfc/rfc6749#section-4.3).
  case password(username: String, password: Secret)
  /// An assertion of the kind that the grant type names, such as
  /// `urn:ietf:params:oauth:grant-type:saml2-bearer`.
  ///
  /// [RFC 7521 §4.1](https://www.rfc-editor.org/rfc/rfc7521#section-4.1).
  case assertion(type: String, Secret)
  /// An assertion as in draft 10 of OAuth 2.0: `grant_type=assertion`, and its type in `assertion_type`.
  /// Seen at NXOAuth2Client.
  case draftAssertion(type: String, Secret)
  /// A security token that is exchanged for another one.
  ///
  /// [RFC 8693](https://www.rfc-editor.org/rfc/rfc8693).
  case tokenExchange(TokenExchangeGrant)
  /// A JWT that states on whose behalf the token is requested, such as one of ``JWTBearerAssertion``.
  ///
  /// [RFC 7523 §2.1](https://www.rfc-editor.org/rfc/rfc7523#section-2.1).
  case jwtBearer(Secret)
  /// Any other grant: its `grant_type` and its parameters.
  ///
  /// [RFC 6749 §4.5](https://www.rfc-editor.org/rfc/rfc6749#section-4.5).
  case other(type: String, Parameters)

  /// The step whose additional parameters in ``Dialect/extra`` are sent with this grant.
  public var step: GrantStep {
    switch self {
    case .clientCredentials: .clientCredentials
    case .password: .password
    case .assertion, .draftAssertion, .tokenExchange, .jwtBearer, .other: .other
    }
  }

  var parameters: Parameters {
    switch self {
    case .clientCredentials:
      return ["grant_type": "client_credentials"]
    case .password(let username, let password):
      return ["grant_type": "password", "username": username, "password": password.reveal()]
    case .assertion(let type, let assertion):
      return ["grant_type": type, "assertion": assertion.reveal()]
    case .draftAssertion(let type, let assertion):
      return [
        "grant_type": "assertion", "assertion_type": type, "assertion": assertion.reveal(),
      ]
    case .tokenExchange(let grant):
      return grant.parameters
    case .jwtBearer(let assertion):
      return ["grant_type": JWTBearerAssertion.grantType, "assertion": assertion.reveal()]
    case .other(let type, let parameters):
      var form: Parameters = ["grant_type": type]
      for (name, value) in parameters.pairs where name != "grant_type" {
        form.append([value], to: name)
      }
      return form
    }
  }
}
