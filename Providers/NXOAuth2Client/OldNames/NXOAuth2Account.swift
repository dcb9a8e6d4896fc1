// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
import CoatcheckOAuth
public import Foundation

/// An account of a service.
@preconcurrency
@MainActor
open class NXOAuth2Account: NSObject {
  /// The service.
  public let accountType: String!
  /// What identifies the account.
  public let identifier: String!
  /// The client of the account.
  public let oauthClient: NXOAuth2Client!
  /// The token; nil until ``oauthClient`` was asked for access.
  public var accessToken: NXOAuth2AccessToken! { oauthClient?.accessToken }

  /// What the app keeps with the account. Strings, numbers, and arrays and dictionaries of them are stored;
  /// anything else stays for as long as the program runs.
  public var userData: (any NSObjectProtocol & NSCoding & NSCopying)! {
    didSet {
      NotificationCenter.default.post(name: .NXOAuth2AccountDidChangeUserData, object: self)
      userDataChanged?(self)
    }
  }

  /// Is told when the app changes ``userData``: the store.
  var userDataChanged: ((NXOAuth2Account) -> Void)?

  init(_ type: String, identifier: String, client: NXOAuth2Client, userData: JSONValue?) {
    accountType = type
    self.identifier = identifier
    oauthClient = client
    super.init()
    // No notification: nothing changed.
    self.userData = userData.flatMap(OldUserData.object)
  }
}
