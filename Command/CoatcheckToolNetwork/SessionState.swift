// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckCommand
import CoatcheckOAuth
import Foundation

/// The state of a session, from the store alone. Only a request shows whether the provider still accepts
/// the tokens.
enum SessionState {
  /// The access token can be used as it is.
  case fresh(Expiry)
  /// The access token has expired, and a refresh token is there.
  case refreshable
  /// The access token has expired, and the session cannot be refreshed.
  case spent

  init(_ session: StoredSession, now: Date) {
    if TokenOutput.isFresh(session, now: now) {
      self = .fresh(session.expiry)
    } else if session.isRenewable, !session.refreshExpiry.isExpired(at: now, leeway: 0) {
      self = .refreshable
    } else {
      self = .spent
    }
  }

  /// The word in the JSON answer.
  var name: String {
    switch self {
    case .fresh: "fresh"
    case .refreshable: "refreshable"
    case .spent: "spent"
    }
  }

  /// The words in the list.
  var sentence: String {
    switch self {
    case .fresh(.at(let expiry)): "token valid until \(expiry.formatted(.iso8601))"
    case .fresh: "token with an unknown expiry"
    case .refreshable: "token expired, will be refreshed"
    case .spent: "token expired, sign in again"
    }
  }
}
