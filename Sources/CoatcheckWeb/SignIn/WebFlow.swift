// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation
import CoatcheckJOSE
import CoatcheckOAuth

/// A pending sign-in, which the browser keeps in a sealed cookie of its own.
struct WebFlow: Sendable {
  /// What the user signs in for.
  enum Purpose: Sendable {
    /// For a new session.
    case signIn
    /// For a stronger sign-in of the same user, in the session with this key.
    case stepUp(session: String, AuthenticationRequirement)
    /// To connect an account at another service to the user with this ID.
    case connect(user: String)
  }

  /// How long a pending sign-in is valid, in seconds.
  static let lifetime = Int(AuthorizationTransaction.lifetime)

  /// How long the store remembers a claimed sign-in or an ended group, in seconds: twice the maximum
  /// duration of a sign-in, since the clocks of servers differ.
  static let memory = 2 * AuthorizationTransaction.lifetime

  /// The name of the provider or the connection.
  let provider: String
  let purpose: Purpose
  let returnPath: String
  /// The sign-in, as `WaitingSignIn.json`.
  let signIn: JSONObject
  let startedAt: Date

  /// Whether the sign-in has expired, or the clock was set back by more than its lifetime.
  func isOver(at now: Date) -> Bool {
    abs(now.timeIntervalSince(startedAt)) > AuthorizationTransaction.lifetime
  }

  var json: JSONObject {
    var json: JSONObject = [
      "provider": .string(provider), "return_to": .string(returnPath), "sign_in": .object(signIn),
    ]
    json["started_at"] = JSONNumber(startedAt.timeIntervalSince1970).map(JSONValue.number)
    switch purpose {
    case .signIn: break
    case .stepUp(let session, let requirement):
      json["session"] = .string(session)
      json["acr"] = .array(requirement.acr.map(JSONValue.string))
      json["max_age"] = requirement.maxAge.map { .number(JSONNumber(Int($0.seconds))) }
    case .connect(let user): json["user"] = .string(user)
    }
    return json
  }

  init(
    provider: String, purpose: Purpose, returnPath: String, signIn: JSONObject, startedAt: Date
  ) {
    self.provider = provider
    self.purpose = purpose
    self.returnPath = returnPath
    self.signIn = signIn
    self.startedAt = startedAt
  }

  init?(_ bytes: [UInt8]) {
    guard let json = try? JSONObject(parsing: bytes), let provider = json["provider"]?.stringValue,
      let returnPath = json["return_to"]?.stringValue, let signIn = json["sign_in"]?.objectValue,
      let startedAt = json["started_at"]?.doubleValue
    else { return nil }
    if let session = json["session"]?.stringValue {
      guard let acr = json["acr"]?.arrayValue?.map(\.stringValue), !acr.contains(nil) else {
        return nil
      }
      purpose = .stepUp(
        session: session,
        AuthenticationRequirement(
          acr: acr.compactMap(\.self),
          maxAge: json["max_age"]?.intValue.map { .seconds($0) }))
    } else {
      purpose = json["user"]?.stringValue.map(Purpose.connect) ?? .signIn
    }
    self.provider = provider
    self.returnPath = returnPath
    self.signIn = signIn
    self.startedAt = Date(timeIntervalSince1970: startedAt)
  }
}
