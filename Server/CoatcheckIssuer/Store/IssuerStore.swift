// SPDX-License-Identifier: Apache-2.0
// One file: the requirements of a protocol stand in one declaration, and each has its contract beside it.
public import CoatcheckFoundation

/// The storage of an authorization server: clients, codes, tokens, sessions, counters and signing keys.
///
/// Every function is one transaction and returns its outcome. Callers never read, decide and write in
/// separate calls, so that of two requests for the same thing only one can succeed. When a function
/// returns, its change survives a crash.
///
/// Times are wall clock times that the caller passes as `now`. They are stored in whole milliseconds;
/// fractions are dropped. A record with the expiry `t` is expired at `t`.
///
/// Text is stored and compared byte by byte. No store keeps a record whose texts hold a NUL or more than 64
/// KiB together, and a look-up by such a text finds nothing.
///
/// Functions throw ``StoreError`` and nothing else; an expected outcome is never an error.
///
/// - `invalidRecord` is thrown only where a function says so. Nothing is changed then.
/// - ``StoreError/Code/unavailable`` and ``StoreError/Code/damaged`` can be thrown by every function. The
///   change was then made completely or not at all, and the caller does not know which: it returns status
///   503.
///
/// The checks of `IssuerStoreContract` say what a store must do, and run against every store of this
/// package.
public protocol IssuerStore: Sendable {
  // MARK: Clients

  /// The client with this identifier, enabled or not.
  ///
  /// - Parameter id: The client identifier.
  /// - Returns: Nil when it is unknown.
  /// - Throws: ``StoreError`` when the client cannot be read.
  func client(_ id: String) async throws(StoreError) -> RegisteredClient?

  /// Reads a client and a refresh token with one access to the store, where the store can do that. The
  /// result is that of ``client(_:)`` and ``refresh(_:)``.
  ///
  /// - Parameters:
  ///   - id: The client identifier.
  ///   - digest: The digest of the refresh token.
  /// - Returns: Each of the two, or nil when it is unknown.
  /// - Throws: ``StoreError`` when one of the two cannot be read.
  func client(
    _ id: String, presenting digest: TokenDigest
  ) async throws(StoreError) -> (
    client: RegisteredClient?, refresh: (record: RefreshRecord, family: RefreshFamily)?
  )

  /// Adds a client, or replaces the one with the same identifier.
  ///
  /// - Throws: ``StoreError``: `invalidRecord` when a text of the client holds a NUL, or its texts or its
  ///   metadata are over 64 KiB.
  func save(_ client: RegisteredClient) async throws(StoreError)

  /// Removes a client, with its unused codes, pushed requests, devices that have no tokens yet, and the
  /// consent of users, and revokes its families.
  ///
  /// - Parameters:
  ///   - id: The client identifier.
  ///   - now: The time now. The families are revoked at it.
  /// - Returns: Whether there was such a client.
  /// - Throws: ``StoreError`` when the store cannot be used.
  func removeClient(_ id: String, at now: Date) async throws(StoreError) -> Bool

  // MARK: Codes

  /// Stores an authorization code. It stays after it was redeemed, until ``sweep(limit:at:)`` removes it.
  ///
  /// - Throws: ``StoreError``: `invalidRecord` when there is a code with this digest, or a text cannot be
  ///   stored.
  func issueCode(_ code: AuthorizationCodeRecord) async throws(StoreError)

  /// A code as it was issued, used or not, expired or not. Nothing is changed.
  ///
  /// - Parameter digest: The digest of the code.
  /// - Returns: Nil when it is unknown.
  /// - Throws: ``StoreError`` when the code cannot be read.
  func code(_ digest: TokenDigest) async throws(StoreError) -> AuthorizationCodeRecord?

  /// Redeems a code: marks it as used and stores the family of its tokens. Of any number of callers one
  /// receives ``CodeRedemption/redeemed(_:)``, and the others receive the identifier of that family.
  ///
  /// Check everything else first (client, redirect URI, code verifier): a refused request must not use the
  /// code.
  ///
  /// - Parameters:
  ///   - code: The digest of the presented code.
  ///   - opening: The family to store if the code is redeemed; of the code's own client and user.
  ///   - first: Its first refresh token; nil when the client receives none. It is stored as generation 0.
  ///   - now: The time now.
  /// - Throws: ``StoreError``: `invalidRecord` when the family is another client's or user's than the code,
  ///   `first` names another family, or an identifier, digest or text cannot be stored. The code is not
  ///   used then.
  func redeem(
    _ code: TokenDigest, opening: RefreshFamily, first: RefreshRecord?, at now: Date
  ) async throws(StoreError) -> CodeRedemption

  // MARK: Pushed requests

  /// Stores a pushed authorization request until it is taken or swept.
  ///
  /// - Throws: ``StoreError``: `invalidRecord` when there is a request with this digest, or a text cannot
  ///   be stored.
  func push(_ request: PushedRequest) async throws(StoreError)

  /// A pushed request of this client. Nothing is changed.
  ///
  /// - Parameters:
  ///   - digest: The digest of the random part of the `request_uri`.
  ///   - clientID: The client that presents it.
  ///   - now: The time now.
  /// - Returns: Nil when it is unknown, was taken, is another client's, or ``PushedRequest/retainedUntil``
  ///   has passed. The caller checks ``PushedRequest/expiresAt``.
  /// - Throws: ``StoreError`` when the request cannot be read.
  func pushed(
    _ digest: TokenDigest, of clientID: String, at now: Date
  ) async throws(StoreError) -> PushedRequest?

  /// Removes a pushed request and returns it, to exactly one caller.
  ///
  /// - Parameters:
  ///   - digest: The digest of the random part of the `request_uri`.
  ///   - clientID: The client that presents it.
  ///   - now: The time now.
  /// - Returns: As ``pushed(_:of:at:)``.
  /// - Throws: ``StoreError`` when the store cannot be used; the request may have been removed then.
  func takePushed(
    _ digest: TokenDigest, of clientID: String, at now: Date
  ) async throws(StoreError) -> PushedRequest?

  // MARK: Devices

  /// Stores a device authorization, as pending.
  ///
  /// - Throws: ``StoreError``: `invalidRecord` when there is a device with one of its two codes, or a text
  ///   cannot be stored: try again with new codes.
  func issueDevice(_ device: DeviceRecord) async throws(StoreError)

  /// The device with this user code, decided or not. Nothing is changed.
  ///
  /// - Parameters:
  ///   - userCode: The digest of the user code: ``UserCode/digest``.
  ///   - now: The time now.
  /// - Returns: Nil when it is unknown, or has expired.
  /// - Throws: ``StoreError`` when the device cannot be read.
  func device(userCode: TokenDigest, at now: Date) async throws(StoreError) -> DeviceRecord?

  /// Stores a user's decision about a device. The first decision stands; the same user may repeat it.
  ///
  /// An approval with a ``DeviceApproval/sessionID`` is stored only while the user has this login session, so that none
  /// is left by a session which ends at the same time.
  ///
  /// - Parameters:
  ///   - digest: The digest of the device code.
  ///   - approval: The user's approval; nil when the user denies.
  ///   - now: The time now.
  /// - Throws: ``StoreError``: `invalidRecord` when a text of the approval cannot be stored.
  func decideDevice(
    _ digest: TokenDigest, _ approval: DeviceApproval?, at now: Date
  ) async throws(StoreError) -> DeviceDecisionOutcome

  /// Returns the state of a device authorization to its device, and records the poll: one before the
  /// interval has passed increases the interval
  /// ([RFC 8628 §3.5](https://www.rfc-editor.org/rfc/rfc8628#section-3.5)).
  ///
  /// - Parameters:
  ///   - digest: The digest of the presented device code.
  ///   - clientID: The client that presents it.
  ///   - now: The time now.
  /// - Throws: ``StoreError`` when the store cannot be used; the poll may have been recorded then.
  func pollDevice(
    _ digest: TokenDigest, by clientID: String, at now: Date
  ) async throws(StoreError) -> DevicePoll

  /// Redeems an approved device code: marks it as used and stores the family of its tokens. Of any number
  /// of callers one receives true.
  ///
  /// - Parameters:
  ///   - digest: The digest of the presented device code.
  ///   - opening: The family to store if the code is redeemed; of the device's client and of the user who
  ///     approved.
  ///   - first: Its first refresh token; nil when the client receives none. It is stored as generation 0.
  ///   - now: The time now.
  /// - Returns: False when it is unknown, not approved, expired, or redeemed: ``pollDevice(_:by:at:)``
  ///   tells which.
  /// - Throws: ``StoreError``: `invalidRecord` when the family is another client's or user's, `first` names
  ///   another family, or an identifier, digest or text cannot be stored. The code is not used then.
  func redeemDevice(
    _ digest: TokenDigest, opening: RefreshFamily, first: RefreshRecord?, at now: Date
  ) async throws(StoreError) -> Bool

  // MARK: Families and refresh tokens

  /// Stores a new family, for grants without a code.
  ///
  /// - Parameters:
  ///   - family: The family, under an identifier that no other family has.
  ///   - first: Its first refresh token; nil without one. It is stored as generation 0.
  /// - Throws: ``StoreError``: `invalidRecord` when there is a family with this identifier or a token with
  ///   this digest, `first` names another family, or a text cannot be stored.
  func open(_ family: RefreshFamily, first: RefreshRecord?) async throws(StoreError)

  /// A refresh token, used or not, expired or not, and its family. Nothing is changed.
  ///
  /// - Parameter digest: The digest of the refresh token.
  /// - Returns: Nil when it is unknown.
  /// - Throws: ``StoreError`` when the token cannot be read.
  func refresh(
    _ digest: TokenDigest
  ) async throws(StoreError) -> (record: RefreshRecord, family: RefreshFamily)?

  /// A valid refresh token and its family. Nothing is changed.
  ///
  /// - Parameters:
  ///   - digest: The digest of the refresh token.
  ///   - now: The time now.
  /// - Returns: Nil when the token is unknown, used or expired, or its family is revoked or expired.
  /// - Throws: ``StoreError`` when the token cannot be read.
  func liveRefresh(
    _ digest: TokenDigest, at now: Date
  ) async throws(StoreError) -> (record: RefreshRecord, family: RefreshFamily)?

  /// Rotates a refresh token: marks it as used and stores its successor.
  ///
  /// A token that was used less than `grace` seconds ago, and whose successor was not used yet, gives the
  /// same successor again: the response was lost, or a client sent two requests at the same time. In any
  /// other case a used token revokes the family
  /// ([RFC 9700 §4.14.2](https://www.rfc-editor.org/rfc/rfc9700#section-4.14.2)).
  ///
  /// - Parameters:
  ///   - presented: The digest of the presented token.
  ///   - clientID: The client that presents it.
  ///   - successor: The token to store if this caller rotates. Its generation is set here.
  ///   - sealed: The text of the successor, sealed under the presented token, for a repetition. It is
  ///     deleted when the successor is used.
  ///   - grace: The length of the grace period in seconds, from 0 to 60; more counts as 60.
  ///   - now: The time now.
  /// - Throws: ``StoreError``: `invalidRecord` when the successor names another family, or there is a token
  ///   with its digest. The presented token is not used then.
  func rotate(
    _ presented: TokenDigest, by clientID: String, to successor: RefreshRecord, sealed: [UInt8],
    grace: TimeInterval, at now: Date
  ) async throws(StoreError) -> Rotation

  /// The family with this identifier, revoked or not, expired or not.
  ///
  /// - Parameter id: ``RefreshFamily/id``.
  /// - Returns: Nil when it is unknown.
  /// - Throws: ``StoreError`` when the family cannot be read.
  func family(_ id: String) async throws(StoreError) -> RefreshFamily?

  /// The families that were issued in one login session and are not revoked, the oldest first. Expired
  /// families are included.
  ///
  /// - Parameter sid: ``LoginSession/sid``.
  /// - Returns: Empty when there is no such family.
  /// - Throws: ``StoreError`` when the families cannot be read.
  func families(ofSession sid: String) async throws(StoreError) -> [RefreshFamily]

  /// Revokes a family.
  ///
  /// - Parameters:
  ///   - id: ``RefreshFamily/id``.
  ///   - reason: Why, in one word for logs. The first reason stays.
  ///   - now: The time now.
  /// - Returns: Whether this call revoked it; false when it was revoked before or is unknown.
  /// - Throws: ``StoreError``: `invalidRecord` when the reason cannot be stored.
  func revokeFamily(
    _ id: String, reason: String, at now: Date
  ) async throws(StoreError) -> Bool

  /// Ends everything of a user: revokes the families, and removes unused codes, approved devices that have
  /// no tokens yet, and login sessions.
  ///
  /// - Parameters:
  ///   - id: The subject identifier.
  ///   - reason: Why, in one word for logs.
  ///   - now: The time now.
  /// - Returns: The number of families that this call revoked.
  /// - Throws: ``StoreError``: `invalidRecord` when the reason cannot be stored.
  func revokeUser(_ id: String, reason: String, at now: Date) async throws(StoreError) -> Int

  /// Ends everything of a client, which stays registered: revokes the families, and removes unused codes,
  /// pushed requests and devices that have no tokens yet.
  ///
  /// - Parameters:
  ///   - id: The client identifier.
  ///   - reason: Why, in one word for logs.
  ///   - now: The time now.
  /// - Returns: The number of families that this call revoked.
  /// - Throws: ``StoreError``: `invalidRecord` when the reason cannot be stored.
  func revokeClient(_ id: String, reason: String, at now: Date) async throws(StoreError) -> Int

  // MARK: Once and at most

  /// Records a key that may be used once until it expires, such as the `jti` of a DPoP proof or client
  /// assertion.
  ///
  /// - Parameters:
  ///   - namespace: What the key is unique in. The same key in another namespace is another key.
  ///   - key: The key, such as a `jti`.
  ///   - expiresAt: The first moment at which the key may be used again.
  ///   - now: The time now.
  /// - Returns: True for exactly one caller: the first one.
  /// - Throws: ``StoreError``: `invalidRecord` when the namespace or the key cannot be stored. The key may
  ///   have been recorded in the case of another error: treat it as used.
  func insertOnce(
    namespace: String, key: String, expiresAt: Date, at now: Date
  ) async throws(StoreError) -> Bool

  /// Counts an attempt before it is made.
  ///
  /// The window starts with its first attempt. Attempts beyond the limit do not prolong it, and a
  /// clock that was set back makes no caller wait for longer than one window.
  ///
  /// - Parameters:
  ///   - key: The key under which attempts are counted.
  ///   - limit: The maximum number of attempts within one window.
  ///   - window: The length of a window, in seconds.
  ///   - now: The time now.
  /// - Returns: Whether the attempt may be made.
  /// - Throws: ``StoreError``: `invalidRecord` when the key cannot be stored. With another error the
  ///   attempt may have been counted.
  func attempt(
    _ key: String, limit: Int, window: TimeInterval, at now: Date
  ) async throws(StoreError) -> Attempt

  /// The result that ``attempt(_:limit:window:at:)`` would have now. Nothing is counted.
  ///
  /// - Parameters:
  ///   - key: The key under which attempts are counted.
  ///   - limit: The maximum number of attempts within one window.
  ///   - window: The length of a window, in seconds.
  ///   - now: The time now.
  /// - Returns: Whether the next attempt may be made.
  /// - Throws: ``StoreError``: `invalidRecord` when the key cannot be stored.
  func nextAttempt(
    _ key: String, limit: Int, window: TimeInterval, at now: Date
  ) async throws(StoreError) -> Attempt

  /// Takes back one counted attempt. Without a counted attempt nothing is changed.
  ///
  /// - Parameter key: The key under which attempts are counted.
  /// - Throws: ``StoreError`` when the store cannot be used; the attempt may have been taken back then.
  func returnAttempt(_ key: String) async throws(StoreError)

  /// Removes the counted attempts of a key, after one that succeeded.
  ///
  /// - Parameter key: The key under which attempts are counted.
  /// - Throws: ``StoreError`` when the store cannot be used; the attempts may have been removed then.
  func clearAttempts(_ key: String) async throws(StoreError)

  // MARK: Keys

  /// The stored signing keys; nil before the first start.
  ///
  /// - Throws: ``StoreError`` when the keys cannot be read.
  func keySet() async throws(StoreError) -> KeySetRecord?

  /// Replaces the signing keys unless they were replaced in between.
  ///
  /// - Parameters:
  ///   - version: The version that the caller read; nil when there were no keys.
  ///   - replacement: The new keys, under a greater version.
  /// - Returns: False when another version is stored: read it and decide again.
  /// - Throws: ``StoreError``: `invalidRecord` when the new version is not greater than the expected one.
  func replaceKeySet(
    expecting version: Int?, with replacement: KeySetRecord
  ) async throws(StoreError) -> Bool

  // MARK: Users' decisions

  /// The scopes that a user approved for a client, in the order in which they were approved.
  ///
  /// - Parameters:
  ///   - user: The subject identifier.
  ///   - client: The client identifier.
  /// - Returns: Empty without consent.
  /// - Throws: ``StoreError`` when the consent cannot be read.
  func consent(user: String, client: String) async throws(StoreError) -> [String]

  /// Adds scopes to those that a user approved for a client.
  ///
  /// - Parameters:
  ///   - user: The subject identifier.
  ///   - client: The client identifier.
  ///   - scopes: The scopes to add; those that are there already stay once.
  /// - Throws: ``StoreError``: `invalidRecord` when a text cannot be stored, or all scopes together are
  ///   over 64 KiB.
  func recordConsent(
    user: String, client: String, scopes: [String]
  ) async throws(StoreError)

  /// Stores a login session, or replaces the one with the same digest.
  ///
  /// - Throws: ``StoreError``: `invalidRecord` when a text cannot be stored.
  func saveLogin(_ login: LoginSession) async throws(StoreError)

  /// The login session with this digest.
  ///
  /// - Parameters:
  ///   - digest: The digest of the cookie's value.
  ///   - now: The time now.
  /// - Returns: Nil when it is unknown or has expired.
  /// - Throws: ``StoreError`` when the session cannot be read.
  func login(_ digest: TokenDigest, at now: Date) async throws(StoreError) -> LoginSession?

  /// Removes a login session under one digest, and nothing that was issued in it: another session takes its
  /// place.
  ///
  /// - Parameter digest: The digest of the cookie's value.
  /// - Returns: Whether there was such a session, expired or not.
  /// - Throws: ``StoreError`` when the store cannot be used; the session may have been removed then.
  func endLogin(_ digest: TokenDigest) async throws(StoreError) -> Bool

  /// Signs a browser out: removes its login session under every digest and the unused codes of the session,
  /// and revokes its families except those with ``RefreshFamily/outlivesSession``. Of any number of callers
  /// one receives what ended.
  ///
  /// - Parameters:
  ///   - digest: The digest of the cookie's value.
  ///   - reason: Why, in one word for logs.
  ///   - now: The time now.
  /// - Returns: Nil when there is no such session, or it has expired.
  /// - Throws: ``StoreError``: `invalidRecord` when the reason cannot be stored.
  func signOut(
    _ digest: TokenDigest, reason: String, at now: Date
  ) async throws(StoreError) -> EndedSession?

  // MARK: Housekeeping

  /// Removes records that have expired and are not needed to recognize a replay.
  ///
  /// Codes, devices, refresh tokens and families stay for a day after their expiry.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of records to remove, so that other callers do not wait for long.
  ///   - now: The time now. A wall clock that was set wrongly does not empty the store: see ``Sweep/refused(expired:of:)``.
  /// - Throws: ``StoreError`` when the store cannot be used; records may have been removed then.
  func sweep(limit: Int, at now: Date) async throws(StoreError) -> Sweep

  /// Checks that the store can write now.
  ///
  /// - Throws: ``StoreError`` when it cannot; the reason says why.
  func ping() async throws(StoreError)
}
