// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckJOSE
import CoatcheckNXOAuth2Client
import CoatcheckOAuth
public import Foundation
import Logging

/// Decides which certificates a host may have. New code uses `TrustRules`.
public typealias NXOAuth2TrustModeHandler =
  @MainActor (_ connection: NXOAuth2Connection?, _ hostname: String?) -> NXOAuth2TrustMode
/// Returns the certificates that are trusted for a host: each a `Data` in DER. New code uses
/// `TrustRules`.
public typealias NXOAuth2TrustedCertificatesHandler = @MainActor (_ hostname: String?) -> [Any]?
/// Opens the authorization request URL in a browser.
public typealias NXOAuth2PreparedAuthorizationURLHandler = @MainActor (_ preparedURL: URL?) -> Void

/// The account store of the old library: several providers, several accounts at each. New code uses
/// `AccountTypes`.
///
/// The configuration of an account type is not stored: it is set each time the program starts. The
/// accounts of the type are then loaded in the background;
/// ``Foundation/NSNotification/Name/NXOAuth2AccountStoreAccountsDidChange`` is posted when there are any.
@preconcurrency
@MainActor
open class NXOAuth2AccountStore: NSObject {
  /// The keychain access group of the account types that name none themselves; nil for the app's own.
  public var keychainAccessGroup: String!
  /// The service attribute of the keychain item in which the old library stored its accounts; nil for its
  /// default.
  public var keychainServiceName: String!

  let surroundings: NXOAuth2Surroundings
  var configurations: [String: [AnyHashable: Any]] = [:]
  var trustModes: [String: NXOAuth2TrustModeHandler] = [:]
  var certificates: [String: NXOAuth2TrustedCertificatesHandler] = [:]
  /// The clients whose sign-in is under way, by type.
  var pending: [String: NXOAuth2Client] = [:]
  private var known: [String: NXOAuth2Account] = [:]
  private var loading: Task<Void, Never>?

  /// The shared account store.
  public class func shared() -> NXOAuth2AccountStore! {
    let surroundings = NXOAuth2Surroundings.current
    return surroundings.shared.store(in: surroundings)
  }

  /// The shared account store, by its name in Objective-C: see ``shared()``.
  @available(swift, obsoleted: 3, renamed: "shared()")
  public class func sharedStore() -> NXOAuth2AccountStore! { shared() }

  init(surroundings: NXOAuth2Surroundings) {
    self.surroundings = surroundings
    super.init()
  }

  // MARK: Accounts

  /// The loaded accounts of all types, as ``NXOAuth2Account``. New code calls
  /// `AccountTypes.accounts(_:)`.
  public var accounts: [Any]! { all }

  /// The loaded accounts of a type. New code calls `AccountTypes.accounts(_:)`.
  ///
  /// - Parameter accountType: The name of the account type.
  public func accounts(withAccountType accountType: String!) -> [Any]! {
    all.filter { $0.accountType == accountType }
  }

  /// The account with an identifier. New code calls `AccountTypes.session(_:)`.
  ///
  /// - Parameter identifier: The identifier of the account.
  /// - Returns: The account; nil when it is unknown or not loaded yet.
  public func account(withIdentifier identifier: String!) -> NXOAuth2Account! {
    identifier.flatMap { known[$0] }
  }

  private var all: [NXOAuth2Account] {
    known.values.sorted { $0.identifier < $1.identifier }
  }

  /// Adds an account of another account store. The notification `NXOAuth2AccountStoreAccountsDidChange`
  /// is posted.
  public func addAccount(_ account: NXOAuth2Account!) {
    guard let account else { return }
    keep(account)
    changed(adding: account)
  }

  /// Removes an account and its token from this machine. The token is not revoked.
  ///
  /// New code calls `Client.signOut(_:_:)`, which can revoke it, or `Accounts.remove(_:)`.
  public func removeAccount(_ account: NXOAuth2Account!) {
    guard let account else { return }
    forget(account)
    account.oauthClient.observer = nil
    account.oauthClient.accessToken = nil
  }

  private func forget(_ account: NXOAuth2Account) {
    guard known.removeValue(forKey: account.identifier) != nil else { return }
    changed(adding: nil)
  }

  private func changed(adding account: NXOAuth2Account?) {
    NotificationCenter.default.post(
      name: .NXOAuth2AccountStoreAccountsDidChange, object: self,
      userInfo: account.map { [NXOAuth2AccountStoreNewAccountUserInfoKey: $0] })
  }

  /// Adds an account, and turns its events into notifications from now on.
  private func keep(_ account: NXOAuth2Account) {
    known[account.identifier] = account
    account.userDataChanged = { [weak self] in self?.store($0) }
    account.oauthClient.observer = { [weak self, weak account] event in
      guard let account else { return }
      self?.told(event, account)
    }
  }

  private func told(_ event: NXClientEvent, _ account: NXOAuth2Account) {
    switch event {
    case .needs: account.oauthClient.refuseWithoutFlow()
    case .got: post(.NXOAuth2AccountDidChangeAccessToken, account)
    case .refreshed:
      post(.NXOAuth2AccountDidChangeAccessToken, account)
      changed(adding: account)
    case .lost:
      post(.NXOAuth2AccountDidLoseAccessToken, account)
      forget(account)
    case .failed(let error):
      post(
        .NXOAuth2AccountDidFailToGetAccessToken, account,
        [NXOAuth2AccountStoreErrorKey: error.nsError])
    }
  }

  private func post(
    _ name: NSNotification.Name, _ account: NXOAuth2Account, _ info: [AnyHashable: Any]? = nil
  ) {
    NotificationCenter.default.post(name: name, object: account, userInfo: info)
  }

  /// Adds the account of a sign-in that succeeded, and posts the notification.
  func signedIn(_ type: String, _ client: NXOAuth2Client, identifier: String) {
    pending[type] = nil
    let account = NXOAuth2Account(type, identifier: identifier, client: client, userData: nil)
    keep(account)
    changed(adding: account)
  }

  // MARK: The store

  /// Loads the stored accounts of all types that are set. It begins after the calling method has returned.
  func load() {
    guard loading == nil else { return }
    loading = Task {
      await takeOver()
      loading = nil
      var found = false
      for (type, configuration) in configurations {
        guard let settings = ClientSettings(type, configuration, self) else { continue }
        let sessions = try? await surroundings.store(settings.accessGroup).sessions(
          AccountFilter(provider: type))
        for stored in sessions ?? [] where known[stored.name] == nil {
          guard let client = client(type, identifier: stored.name), let oauth = try? client.oauth()
          else { continue }
          oauth.resume(stored)
          keep(
            NXOAuth2Account(
              type, identifier: stored.name, client: client,
              userData: stored.appData["userData"]))
          found = true
        }
      }
      if found { changed(adding: nil) }
    }
  }

  /// Imports the accounts that the old library stored, if their types are set, and then removes the whole
  /// item: an item that stays would sign in a user again who has signed out in the meantime.
  private func takeOver() async {
    guard let archives = surroundings.archives else { return }
    let service =
      keychainServiceName ?? NXArchivedAccount.service(bundleID: archives.bundleID)
    let group = keychainAccessGroup
    guard let data = await archives.archive(service: service, accessGroup: group),
      let accounts = try? NXArchivedAccount.all(parsing: data)
    else { return }
    for account in accounts {
      guard let token = account.token else { continue }
      guard let client = client(account.accountType, identifier: account.identifier),
        let oauth = try? client.oauth()
      else {
        surroundings.logger.warning(
          "an account of the old library is not taken over: its type was not set",
          metadata: ["type": "\(account.accountType)"])
        continue
      }
      // The store cannot be written now: the item stays until the next attempt.
      guard await oauth.store(token, userData: account.userData) else { return }
    }
    await archives.remove(service: service, accessGroup: group)
  }

  private func store(_ account: NXOAuth2Account) {
    let json = account.userData.flatMap { OldUserData.json($0) }
    if account.userData != nil, json == nil {
      surroundings.logger.warning("user data of this class is not stored with an account")
    }
    account.oauthClient.with { await $0.setUserData(json) }
  }
}
