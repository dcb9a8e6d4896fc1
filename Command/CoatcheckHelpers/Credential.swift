// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckCommand
public import CoatcheckFoundation
import CoatcheckJOSE
public import CoatcheckOAuth

/// A token for another program, with what the program has to know of it. Secret.
public struct Credential: Sendable {
  /// The token.
  public let token: Secret
  /// When it ends, where that is known.
  public let end: Date?
  /// In which form it is wanted.
  public let form: CredentialForm

  /// What a service gave for a token.
  init(_ text: Secret, end: Date) {
    token = text
    self.end = end
    form = CredentialForm()
  }

  /// The credential that a session has now, whether or not it lasts.
  ///
  /// - Throws: A failure when the session has no such token, or no other program can use it.
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

  /// The failure of a session without an ID token that is still valid.
  public static func noIDToken(_ session: StoredSession) -> CommandFailure {
    CommandFailure(
      .sessionEnded, "the provider of “\(session.name)” gave no ID token that is still valid",
      code: "no_id_token", hint: "sign in again, with the scope openid")
  }

  /// Whether a session's token lasts long enough to be handed out without asking the provider.
  ///
  /// - Parameter life: How many seconds it has to last; half its life if that is shorter.
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

  /// Whether a session's token has not ended yet.
  public static func isValid(
    _ session: StoredSession, as form: CredentialForm, now: Date
  ) -> Bool {
    switch form.token {
    case .access: return !session.expiry.isExpired(at: now, leeway: 0)
    case .id: return isFresh(session, as: form, lasting: 0, now: now)
    }
  }

  /// OpenID Connect Core §2: the issue and the expiration time. The token was verified when it was received.
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
