// SPDX-License-Identifier: Apache-2.0
public import CoatcheckFoundation

/// What the issuer keeps between requests.
///
/// Every verb is one transaction and returns what came of it: callers never find, decide and save,
/// so that two requests for one thing cannot both win. When a verb returns, what it did survives a
/// crash. Times are whole milliseconds, and fractions of one are dropped; something that expires at a
/// moment is no longer good at that moment.
///
/// Text is kept byte by byte and compared byte by byte. A record whose texts hold a NUL, or over 64 KiB together, is kept
/// by no store (``StoreError/Code/invalidRecord``), and a look-up by such a text finds nothing.
///
/// Verbs throw ``StoreError`` and nothing else; an expected outcome is never an error. The checks of
/// `IssuerStoreContract` say what a store must do, and run against every store there is.
public protocol IssuerStore: Sendable {
  // MARK: Clients

  /// The client with this identifier, or nil.
  func client(_ id: String) async throws(StoreError) -> RegisteredClient?

  /// A client and a refresh token, as ``client(_:)`` and ``refresh(_:)`` tell, read at once.
  func client(
    _ id: String, presenting digest: TokenDigest
  ) async throws(StoreError) -> (
    client: RegisteredClient?, refresh: (record: RefreshRecord, family: RefreshFamily)?
  )

  /// Adds a client, or replaces the one with the same identifier.
  func save(_ client: RegisteredClient) async throws(StoreError)

  /// Removes a client and ends everything it has: families, codes, requests that wait, and what users
  /// allowed it.
  ///
  /// - Returns: Whether there was one.
  func removeClient(_ id: String, at now: Date) async throws(StoreError) -> Bool

  // MARK: Codes

  /// Keeps a code until it is redeemed, and after that until it is swept away.
  ///
  /// - Throws: `invalidRecord` when the digest is taken already.
  func issueCode(_ code: AuthorizationCodeRecord) async throws(StoreError)

  /// A code as it was issued, spent or not, expired or not. Nothing is changed.
  func code(_ digest: TokenDigest) async throws(StoreError) -> AuthorizationCodeRecord?

  /// Spends a code and opens the family of tokens it stands for. Of any number of callers one gets
  /// ``CodeRedemption/redeemed(_:)``, and the others learn its family.
  ///
  /// Check everything else first (client, redirect URI, challenge): a refused request must not spend
  /// the code.
  /// - Parameters:
  ///   - code: The digest of the presented code.
  ///   - opening: The family to keep if this caller wins; of the code's own client and user.
  ///   - first: Its first refresh token, if the client gets one. It is kept as generation 0.
  ///   - now: The time now.
  /// - Throws: `invalidRecord` when the family is another client's or user's than the code.
  func redeem(
    _ code: TokenDigest, opening: RefreshFamily, first: RefreshRecord?, at now: Date
  ) async throws(StoreError) -> CodeRedemption

  // MARK: Pushed requests

  /// Keeps an authorization request until it is taken.
  ///
  /// - Throws: `invalidRecord` when the digest is taken already.
  func push(_ request: PushedRequest) async throws(StoreError)

  /// A pushed request of this client. Nothing is changed.
  ///
  /// - Returns: Nil when it was taken, is another client's, or is kept no longer. Whether a browser may
  ///   still begin with it is for the caller to see.
  func pushed(
    _ digest: TokenDigest, of clientID: String, at now: Date
  ) async throws(StoreError) -> PushedRequest?

  /// Takes a pushed request away, for exactly one caller.
  ///
  /// - Returns: As ``pushed(_:of:at:)``.
  func takePushed(
    _ digest: TokenDigest, of clientID: String, at now: Date
  ) async throws(StoreError) -> PushedRequest?

  // MARK: Devices

  /// Keeps a device's request.
  ///
  /// - Throws: `invalidRecord` when one of its codes is taken already.
  func issueDevice(_ device: DeviceRecord) async throws(StoreError)

  /// The device with this user code, decided or not.
  ///
  /// - Returns: Nil when it is unknown, or has expired.
  func device(userCode: TokenDigest, at now: Date) async throws(StoreError) -> DeviceRecord?

  /// Keeps a user's answer to a device. The first answer stands; the same one may be given again.
  ///
  /// - Parameters:
  ///   - digest: The device.
  ///   - approval: The user's yes; nil for no.
  ///   - now: The time now.
  func decideDevice(
    _ digest: TokenDigest, _ approval: DeviceApproval?, at now: Date
  ) async throws(StoreError) -> DeviceDecisionOutcome

  /// Says how far a device is, and counts the question: one that comes before the interval has passed
  /// makes the interval longer.
  ///
  /// - Parameters:
  ///   - digest: The digest of the presented device code.
  ///   - clientID: Who presents it.
  ///   - now: The time now.
  func pollDevice(
    _ digest: TokenDigest, by clientID: String, at now: Date
  ) async throws(StoreError) -> DevicePoll

  /// Spends an approved device code and opens the family of tokens it stands for. Of any number of
  /// callers one gets true.
  ///
  /// - Parameters:
  ///   - digest: The digest of the presented device code.
  ///   - opening: The family to keep if this caller wins; of the device's client and of the user who
  ///     approved.
  ///   - first: Its first refresh token, if the client gets one.
  ///   - now: The time now.
  /// - Returns: False when it is not approved, expired, or redeemed: poll to learn which.
  /// - Throws: `invalidRecord` when the family is another client's or user's.
  func redeemDevice(
    _ digest: TokenDigest, opening: RefreshFamily, first: RefreshRecord?, at now: Date
  ) async throws(StoreError) -> Bool

  // MARK: Families and refresh tokens

  /// Keeps a new family, for grants without a code.
  ///
  /// - Parameters:
  ///   - family: The family.
  ///   - first: Its first refresh token, if any. It is kept as generation 0.
  /// - Throws: `invalidRecord` when the identifier or the digest is taken already.
  func open(_ family: RefreshFamily, first: RefreshRecord?) async throws(StoreError)

  /// A refresh token, spent or not, and its family. Nothing is changed.
  func refresh(
    _ digest: TokenDigest
  ) async throws(StoreError) -> (record: RefreshRecord, family: RefreshFamily)?

  /// A refresh token that would be rotated now, and its family; nil when it is spent, over, or its family
  /// has ended. Nothing is changed.
  func liveRefresh(
    _ digest: TokenDigest, at now: Date
  ) async throws(StoreError) -> (record: RefreshRecord, family: RefreshFamily)?

  /// Exchanges a refresh token for its successor.
  ///
  /// A token that was spent less than `grace` ago, and whose successor was not used yet, gives back
  /// the same successor: the reply was lost, or a client asked twice at once. A spent token in any
  /// other case ends the family.
  /// - Parameters:
  ///   - presented: The digest of the presented token.
  ///   - clientID: Who presents it.
  ///   - successor: The token to keep if this caller wins. Its generation is counted here.
  ///   - sealed: The successor's text, sealed under the presented token. It is forgotten when the
  ///     successor is used.
  ///   - grace: The length of the window in seconds, from 0 to 60; more counts as 60.
  ///   - now: The time now.
  /// - Throws: `invalidRecord` when the successor names another family or its digest is taken.
  func rotate(
    _ presented: TokenDigest, by clientID: String, to successor: RefreshRecord, sealed: [UInt8],
    grace: TimeInterval, at now: Date
  ) async throws(StoreError) -> Rotation

  /// The family with this identifier, ended or not, or nil.
  func family(_ id: String) async throws(StoreError) -> RefreshFamily?

  /// The living families which come from one browser session, the oldest first.
  func families(ofSession sid: String) async throws(StoreError) -> [RefreshFamily]

  /// Ends a family.
  ///
  /// - Returns: Whether this call ended it; false when it had ended or is unknown.
  func revokeFamily(
    _ id: String, reason: String, at now: Date
  ) async throws(StoreError) -> Bool

  /// Ends everything a user has: families, unspent codes, devices they allowed, browser sessions.
  ///
  /// - Returns: How many families this call ended.
  func revokeUser(_ id: String, reason: String, at now: Date) async throws(StoreError) -> Int

  /// Ends everything a client has: families, unspent codes, requests and devices that wait.
  ///
  /// - Returns: How many families this call ended.
  func revokeClient(_ id: String, reason: String, at now: Date) async throws(StoreError) -> Int

  // MARK: Once and at most

  /// Takes a key for the first time, and for the last time until it expires.
  ///
  /// - Parameters:
  ///   - namespace: What the key is unique in. Namespaces share nothing, whatever the keys.
  ///   - key: Such as a `jti`.
  ///   - expiresAt: When the key may be taken again.
  ///   - now: The time now.
  /// - Returns: True for exactly one caller.
  func insertOnce(
    namespace: String, key: String, expiresAt: Date, at now: Date
  ) async throws(StoreError) -> Bool

  /// Counts an attempt before it is made.
  ///
  /// The window starts with its first attempt. Attempts beyond the limit do not prolong it, and a
  /// clock that was set back makes no caller wait for longer than one window.
  /// - Parameters:
  ///   - key: What is counted.
  ///   - limit: How many attempts one window allows.
  ///   - window: Its length in seconds.
  ///   - now: The time now.
  func attempt(
    _ key: String, limit: Int, window: TimeInterval, at now: Date
  ) async throws(StoreError) -> Attempt

  /// What one more attempt would come to. Nothing is counted.
  ///
  /// - Parameters:
  ///   - key: What is counted.
  ///   - limit: How many attempts one window allows.
  ///   - window: Its length in seconds.
  ///   - now: The time now.
  func nextAttempt(
    _ key: String, limit: Int, window: TimeInterval, at now: Date
  ) async throws(StoreError) -> Attempt

  /// Takes one attempt back that turned out not to count. Where none is counted, none is taken back.
  func returnAttempt(_ key: String) async throws(StoreError)

  /// Forgets the attempts, after one that was right.
  func clearAttempts(_ key: String) async throws(StoreError)

  // MARK: Keys

  /// The stored signing keys, or nil before the first start.
  func keySet() async throws(StoreError) -> KeySetRecord?

  /// Replaces the signing keys unless they were replaced in between.
  ///
  /// - Parameters:
  ///   - version: The version the caller saw; nil for none.
  ///   - replacement: The new keys, under a greater version.
  /// - Returns: False when another version is stored: read it and decide again.
  /// - Throws: `invalidRecord` when the new version is not greater than the expected one.
  func replaceKeySet(
    expecting version: Int?, with replacement: KeySetRecord
  ) async throws(StoreError) -> Bool

  // MARK: Users' decisions

  /// The scopes a user allowed a client, in the order in which they were allowed.
  func consent(user: String, client: String) async throws(StoreError) -> [String]

  /// Adds to the scopes a user allowed a client.
  func recordConsent(
    user: String, client: String, scopes: [String]
  ) async throws(StoreError)

  /// Keeps a browser session, or replaces the one with the same digest.
  func saveLogin(_ login: LoginSession) async throws(StoreError)

  /// The browser session with this digest; nil when it is unknown or has expired.
  func login(_ digest: TokenDigest, at now: Date) async throws(StoreError) -> LoginSession?

  /// Ends a browser session, and nothing that came from it: another one takes its place.
  ///
  /// - Returns: Whether there was one.
  func endLogin(_ digest: TokenDigest) async throws(StoreError) -> Bool

  /// Signs a browser out: ends its session under every digest, the session's unspent codes, and its
  /// families but those of ``RefreshFamily/outlivesSession``. Of any number of callers one learns what ended.
  ///
  /// - Parameters:
  ///   - digest: The session.
  ///   - reason: Why, in one word for logs.
  ///   - now: The time now.
  /// - Returns: Nil when there is no such session, or it has expired.
  func signOut(
    _ digest: TokenDigest, reason: String, at now: Date
  ) async throws(StoreError) -> EndedSession?

  // MARK: Housekeeping

  /// Removes what has expired and is no longer needed to recognise a replay.
  ///
  /// A pass removes `limit` rows at most, so that it never holds up others for long. Codes,
  /// devices and families stay for a day after their expiry.
  /// - Parameters:
  ///   - limit: How many rows may go.
  ///   - now: The time now. A wall clock that was set wrongly does not empty the store: see ``Sweep/refused(expired:of:)``.
  func sweep(limit: Int, at now: Date) async throws(StoreError) -> Sweep

  /// Proves that the store can write now.
  func ping() async throws(StoreError)
}
