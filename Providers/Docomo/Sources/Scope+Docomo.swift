// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// What docomo's tokens give access to. Any other text is a scope as well: newer ones need no newer library.
extension Scope {
  /// The lists of contents and the history of deletions.
  public static let photoGetContentsList: Scope = "PhotoGetContentsList"
  /// Contents and their thumbnails.
  public static let photoGetContent: Scope = "PhotoGetContent"
  /// Uploading.
  public static let photoUploadContent: Scope = "PhotoUploadContent"
  /// How much room there is.
  public static let photoGetVacantSize: Scope = "PhotoGetVacantSize"
  /// Turning pictures.
  public static let photoUpdateRotateInfo: Scope = "PhotoUpdateRotateInfo"
  /// The trash.
  public static let photoUpdateTrashInfo: Scope = "PhotoUpdateTrashInfo"
  /// Tags and the lists by tags, for who has an agreement with docomo about it.
  public static let photoGetGroupInfo: Scope = "PhotoGetGroupInfo"
  /// The friends in the phone book who have each other.
  public static let phonebookAllowedFriendsBidirectional: Scope =
    "PhonebookAllowedFriendsBidirectional"
  /// Posting to the phone book.
  public static let phonebookPostFeed: Scope = "PhonebookPostFeed"
  /// Adding to the phone book.
  public static let phonebookAddContact: Scope = "PhonebookAddContact"
  /// All of the data box.
  public static let databoxAll: Scope = "DataboxAll"
  /// Who the user is.
  public static let userid: Scope = "userid"

  /// The scopes of docomo Developer support 2.0.0, in the order of its document.
  public static let docomo: [Scope] = [
    .photoGetContentsList, .photoGetContent, .photoUploadContent, .photoGetVacantSize,
    .photoUpdateRotateInfo, .photoUpdateTrashInfo, .photoGetGroupInfo,
    .phonebookAllowedFriendsBidirectional, .phonebookPostFeed, .phonebookAddContact, .databoxAll,
    .userid,
  ]
}
