// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation
public import CoatcheckJOSE
public import CoatcheckOAuth

/// An account as the account store of NXOAuth2Client stored it in the keychain.
///
/// All accounts of an app are one keychain item, a generic password. Its service is
/// ``service(bundleID:)``, unless the app had set `keychainServiceName`.
public struct NXArchivedAccount: Sendable {
  /// The account's identifier, a UUID.
  public let identifier: String
  /// The account type.
  public let accountType: String
  /// The account's token; nil for an account that had lost its token.
  public let token: NXArchivedToken?
  /// What the app kept with the account: strings, numbers, and arrays and dictionaries of them. Objects
  /// of other classes are left out; nil for none.
  public let userData: JSONValue?

  /// The service attribute (`kSecAttrService`) of the keychain item.
  ///
  /// - Parameter bundleID: The app's bundle identifier.
  public static func service(bundleID: String) -> String {
    "\(bundleID)::NXOAuth2AccountStore"
  }

  /// Reads the archive of all accounts.
  ///
  /// - Parameter data: The content of the keychain item, at most 1 MiB.
  /// - Returns: The accounts, sorted by identifier.
  /// - Throws: `misused` naming `data`, when it is not an archive of accounts.
  public static func all(parsing data: Data) throws(OAuthError) -> [NXArchivedAccount] {
    guard let entries = try KeyedArchive(Array(data)).root.entries else {
      throw BinaryPropertyList.malformed
    }
    var accounts: [NXArchivedAccount] = []
    for (_, object) in entries { accounts.append(try NXArchivedAccount(object)) }
    return accounts.sorted { $0.identifier < $1.identifier }
  }

  private init(_ object: KeyedArchive.Object) throws(OAuthError) {
    guard let identifier = object["identifier"].text, !identifier.isEmpty,
      let type = object["accountType"].text
    else { throw BinaryPropertyList.malformed }
    self.identifier = identifier
    accountType = type
    token =
      object["accessToken"]["accessToken"].text == nil
      ? nil : try NXArchivedToken(object["accessToken"])
    userData = object["userData"].json
  }
}
