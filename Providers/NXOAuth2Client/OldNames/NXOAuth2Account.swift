// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
import CoatcheckOAuth
public import Foundation

/// An account of the old library's account store: a user at one provider. New code uses the `Session` of
/// `AccountTypes.session(_:)`.
@preconcurrency
@MainActor
open class NXOAuth2Account: NSObject {
  /// The name of the account type.
  public let accountType: String!
  /// The identifier of the account, under which its session is stored.
  public let identifier: String!
  /// The client of the account: a `CallbackClient` in new code.
  public let oauthClient: NXOAuth2Client!
  /// The token; nil when ``oauthClient`` has none.
  public var accessToken: NXOAuth2AccessToken! { oauthClient?.accessToken }

  /// What the app keeps with the account. Strings, numbers, and arrays and dictionaries of them are
  /// stored; anything else is kept until the program ends. New code uses `appData` of the stored session.
  public var userData: (any NSObjectProtocol & NSCoding & NSCopying)! {
    didSet {
      NotificationCenter.default.post(name: .NXOAuth2AccountDidChangeUserData, object: self)
      userDataChanged?(self)
    }
  }

  /// Called when the app changes ``userData``. The account store sets it.
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
