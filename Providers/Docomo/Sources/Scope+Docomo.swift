// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// The scopes of docomo's tokens. Any other text can be a scope as well: new scopes need no new version
/// of this library.
extension Scope {
  /// Lists of contents, and the history of deletions.
  public static let photoGetContentsList: Scope = "PhotoGetContentsList"
  /// Downloads of contents and their thumbnails.
  public static let photoGetContent: Scope = "PhotoGetContent"
  /// Uploads.
  public static let photoUploadContent: Scope = "PhotoUploadContent"
  /// The size of the storage.
  public static let photoGetVacantSize: Scope = "PhotoGetVacantSize"
  /// Rotation of images.
  public static let photoUpdateRotateInfo: Scope = "PhotoUpdateRotateInfo"
  /// Moving contents into the trash and out of it.
  public static let photoUpdateTrashInfo: Scope = "PhotoUpdateTrashInfo"
  /// Tags and the lists by tags; for clients that have an agreement with docomo about it.
  public static let photoGetGroupInfo: Scope = "PhotoGetGroupInfo"
  /// The friends in the phone book who have each other in their phone books.
  public static let phonebookAllowedFriendsBidirectional: Scope =
    "PhonebookAllowedFriendsBidirectional"
  /// Posts to the feed of the phone book.
  public static let phonebookPostFeed: Scope = "PhonebookPostFeed"
  /// New contacts in the phone book.
  public static let phonebookAddContact: Scope = "PhonebookAddContact"
  /// All operations on the data box.
  public static let databoxAll: Scope = "DataboxAll"
  /// The identifier of the user.
  public static let userid: Scope = "userid"

  /// The scopes of docomo Developer support 2.0.0, in the order of its document.
  public static let docomo: [Scope] = [
    .photoGetContentsList, .photoGetContent, .photoUploadContent, .photoGetVacantSize,
    .photoUpdateRotateInfo, .photoUpdateTrashInfo, .photoGetGroupInfo,
    .phonebookAllowedFriendsBidirectional, .phonebookPostFeed, .phonebookAddContact, .databoxAll,
    .userid,
  ]
}
