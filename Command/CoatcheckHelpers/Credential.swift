// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckCommand
public import CoatcheckFoundation
import CoatcheckJOSE
public import CoatcheckOAuth

/// A token for another program, or what a service issued for one, with its expiry and its form. Secret.
public struct Credential: Sendable {
  /// The token, or the credential that a service issued for one, as text.
  public let token: Secret
  /// When the token expires (wall clock); nil if that is unknown.
  public let end: Date?
  /// The form that the place expects.
  public let form: CredentialForm

  /// A credential that a service returned for a token.
  init(_ text: Secret, end: Date) {
    token = text
    self.end = end
    form = CredentialForm()
  }

  /// Takes the token from a stored session, without a check of its expiry.
  ///
  /// - Parameters:
  ///   - session: The session, as it is in the store.
  ///   - form: Which token is taken, and how it is presented.
  /// - Throws: A failure with `ExitStatus.usage` and the code `bound_token` when the access token is
  ///   sender-constrained or not a bearer token, so that another program cannot use it
  ///   ([RFC 9449 §7.1](https://www.rfc-editor.org/rfc/rfc9449#section-7.1)); the
  ///   failure of ``noIDToken(_:)`` when the form selects the ID token and the session has no ID token.
  public init(_ session: StoredSession, as form: CredentialForm) throws(CommandFailure) {
    self.form = form
    switch form.token {
    case .access:
      // RFC 9449 §7.1: a bound token comes with a proof for each request, which only the holder of the key can make.
      guard session.dpopKey == nil, session.tokenType.lowercased() == "bearer" else {
        throw CommandFailure(
          .usage,
          "the token of “\(session.name)” is no bearer token, so another program cannot use it",
          code: "bound_token", hint: "send requests with: coatcheck request")
      }
      token = session.accessToken
      end = session.expiry.date
    case .id:
      guard let idToken = session.idToken else { throw Self.noIDToken(session) }
      token = idToken
      end = Self.times(of: idToken)?.end
    }
  }

  /// The failure for a session without a valid ID token: `ExitStatus.sessionEnded` with the code
  /// `no_id_token`. The user has to sign in again with the scope `openid`.
  public static func noIDToken(_ session: StoredSession) -> CommandFailure {
    CommandFailure(
      .sessionEnded, "the provider of “\(session.name)” gave no ID token that is still valid",
      code: "no_id_token", hint: "sign in again, with the scope openid")
  }

  /// Whether a session's token lasts long enough to be handed out without a refresh.
  ///
  /// - Parameters:
  ///   - session: The session, as it is in the store.
  ///   - form: Which of its tokens is checked.
  ///   - life: The seconds that the token has to last from `now`; half its lifetime if that is shorter.
  ///   - now: The time on the wall clock.
  /// - Returns: False also when the session has no such token.
  public static func isFresh(
    _ session: StoredSession, as form: CredentialForm, lasting life: TimeInterval, now: Date
  ) -> Bool {
    switch form.token {
    case .access: return TokenOutput.isFresh(session, lasting: life, now: now)
    case .id:
      guard let times = session.idToken.flatMap(times) else { return false }
      let lifetime = max(times.end.timeIntervalSince(times.start ?? session.obtainedAt), 0)
      return times.end.timeIntervalSince(now) > min(life, lifetime / 2)
    }
  }

  /// Whether a session has the token, and it is not expired.
  ///
  /// - Parameters:
  ///   - session: The session, as it is in the store.
  ///   - form: Which of its tokens is checked.
  ///   - now: The time on the wall clock.
  public static func isValid(
    _ session: StoredSession, as form: CredentialForm, now: Date
  ) -> Bool {
    switch form.token {
    case .access: return !session.expiry.isExpired(at: now, leeway: 0)
    case .id: return isFresh(session, as: form, lasting: 0, now: now)
    }
  }

  /// The claims `iat` and `exp` of an ID token, whose signature was verified when it was received:
  /// [OpenID Connect Core §2](https://openid.net/specs/openid-connect-core-1_0.html#IDToken).
  private static func times(of idToken: Secret) -> (start: Date?, end: Date)? {
    guard let claims = try? UnverifiedJWT(idToken.reveal()).unverifiedClaimsForDisplay(),
      let end = claims["exp"]?.doubleValue
    else { return nil }
    return (
      claims["iat"]?.doubleValue.map { Date(timeIntervalSince1970: $0) },
      Date(timeIntervalSince1970: end)
    )
  }
}
