// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth
public import CoatcheckFoundation

/// The result of looking up the user code that a user typed.
public enum DeviceLookup: Sendable {
  /// A device that has this user code, and its client. The user may have decided already: see
  /// ``DeviceRecord/state``.
  case found(DeviceRecord, RegisteredClient)
  /// No device has this user code, the code has expired, or its client cannot use it.
  case unknown
  /// Too many user codes came from this address; the next one is accepted after this number of seconds.
  case throttled(TimeInterval)
}

/// The result of a user's decision about a device.
public enum DeviceConsentOutcome: Sendable, Equatable {
  /// The user approved: the device receives tokens when it polls next.
  case allowed
  /// The device receives `access_denied` when it polls next. That is also the result when the user
  /// approved, but the account is disabled or none of the scopes can be granted.
  case denied
  /// Another decision was made before, and stands.
  case answered
  /// The user code has expired, or is unknown.
  case expired
}

extension AuthorizationServer {
  /// Finds the device whose user code a user typed. Every code is counted, valid or not: otherwise an
  /// attacker could reset the count with the code of a device of their own.
  ///
  /// "the authorization server SHOULD rate-limit user code attempts": twenty to the eighth codes, ten minutes,
  /// and ten tries per address.
  /// [RFC 8628 §5.1](https://www.rfc-editor.org/rfc/rfc8628#section-5.1)
  ///
  /// - Parameters:
  ///   - typed: The text that the user typed; case, spaces and dashes do not matter.
  ///   - source: The source address that the attempt is counted for.
  /// - Throws: ``StoreError`` when the store cannot be used.
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

  /// The device that has a user code, and its client. No attempt is counted.
  ///
  /// - Parameter code: The user code.
  /// - Returns: Nil when the code is unknown or has expired, or the client is disabled or not registered
  ///   for this grant.
  /// - Throws: ``StoreError`` when the store cannot be used.
  public func device(_ code: UserCode) async throws -> (DeviceRecord, RegisteredClient)? {
    guard let device = try await store.device(userCode: code.digest, at: environment.now()),
      let client = try await store.client(device.clientID), client.standing == .active,
      client.grantTypes.contains(DeviceTokenExchange.grantType)
    else { return nil }
    return (device, client)
  }

  /// Stores the decision of a user about a device.
  ///
  /// - Parameters:
  ///   - device: The device, as ``device(_:)`` found it.
  ///   - login: The login session of the user who decides.
  ///   - isAllowed: Whether the user approves. Scopes that the user cannot grant are left out.
  /// - Throws: `OAuthError` with `loginRequired` when the login session has ended, and nothing was stored. ``StoreError``
  ///   or the error of the directory: the decision may not have been stored, and can be sent again.
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
    case .signedOut: throw OAuthError.refused(.loginRequired, "The user has signed out.")
    }
  }
}
