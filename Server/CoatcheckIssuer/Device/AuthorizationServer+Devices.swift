// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth
public import CoatcheckFoundation

/// What a user's code leads to.
public enum DeviceLookup: Sendable {
  /// This device waits, and belongs to this client.
  case found(DeviceRecord, RegisteredClient)
  /// No device waits with such a code.
  case unknown
  /// Too many wrong codes came from there; wait for so many seconds.
  case throttled(TimeInterval)
}

/// What became of a user's answer.
public enum DeviceConsentOutcome: Sendable, Equatable {
  /// The device gets its tokens.
  case allowed
  /// The device receives no.
  case denied
  /// Another answer was given before.
  case answered
  /// The code has expired.
  case expired
}

extension AuthorizationServer {
  /// Finds the device a user typed the code of. Every code is counted: a right one does not make up for
  /// wrong ones, or a guesser with a device of their own could begin again.
  ///
  /// "the authorization server SHOULD rate-limit user code attempts": twenty to the eighth codes, ten minutes,
  /// and ten tries per address.
  /// [RFC 8628 §5.1](https://www.rfc-editor.org/rfc/rfc8628#section-5.1)
  ///
  /// - Parameters:
  ///   - typed: What the user typed.
  ///   - source: Where it came from.
  /// - Throws: When the store does not answer.
  public func device(typed: String, from source: String) async throws -> DeviceLookup {
    let now = environment.now()
    let key = "user-code:\(source)"
    let counted = try await store.attempt(
      key, limit: settings.userCodeAttempts, window: settings.attemptWindow, at: now)
    if case .exhausted(let until) = counted {
      audit(AuditEvent(.userCodeThrottled, ["from": source]))
      return .throttled(max(1, until.timeIntervalSince(now)))
    }
    guard let code = UserCode(typed: typed), let found = try await device(code) else {
      return .unknown
    }
    return .found(found.0, found.1)
  }

  /// The device that waits with a code, and its client.
  ///
  /// - Throws: When the store does not answer.
  public func device(_ code: UserCode) async throws -> (DeviceRecord, RegisteredClient)? {
    guard let device = try await store.device(userCode: code.digest, at: environment.now()),
      let client = try await store.client(device.clientID), client.standing == .active,
      client.grantTypes.contains(DeviceTokenExchange.grantType)
    else { return nil }
    return (device, client)
  }

  /// Gives a user's answer to a device.
  ///
  /// - Parameters:
  ///   - device: The device.
  ///   - login: The user, by the browser they are signed in at.
  ///   - isAllowed: What they said.
  /// - Throws: When the store or the directory does not answer.
  public func answer(
    _ device: DeviceRecord, by login: LoginSession, isAllowed: Bool
  ) async throws -> DeviceConsentOutcome {
    let user = try await directory.user(login.userID)
    let client = try await store.client(device.clientID)
    let scopes = client.map {
      withoutAdministration(device.scopes, for: $0, user: login.userID)
    }
    let approval =
      isAllowed && user?.standing == .active && scopes?.isEmpty == false
      ? DeviceApproval(
        userID: login.userID, scopes: scopes ?? [], authTime: login.authTime,
        sessionID: login.sid) : nil
    switch try await store.decideDevice(device.digest, approval, at: environment.now()) {
    case .decided:
      audit(
        AuditEvent(
          approval == nil ? .consentDenied : .consentGiven,
          ["client": device.clientID, "user": login.userID, "by": "device"]))
      return approval == nil ? .denied : .allowed
    case .alreadyDecided: return .answered
    case .expired, .unknown: return .expired
    }
  }
}
