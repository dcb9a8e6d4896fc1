// SPDX-License-Identifier: Apache-2.0

import CoatcheckDocomo
import CoatcheckOAuth

/// The scopes of docomo Developer support 2.0.0, by the names of the old SDK. A newer scope is passed as
/// a string.
///
/// New code uses the constants of `Scope`.
public final class DCScope {
  private init() {}

  /// Lists of contents, and the history of deletions: `Scope.photoGetContentsList`.
  public static func photoGetContentsList() -> String { Scope.photoGetContentsList.rawValue }
  /// Downloads of contents and their thumbnails: `Scope.photoGetContent`.
  public static func photoGetContent() -> String { Scope.photoGetContent.rawValue }
  /// Uploads: `Scope.photoUploadContent`.
  public static func photoUploadContent() -> String { Scope.photoUploadContent.rawValue }
  /// The size of the storage: `Scope.photoGetVacantSize`.
  public static func photoGetVacantSize() -> String { Scope.photoGetVacantSize.rawValue }
  /// Rotation of images: `Scope.photoUpdateRotateInfo`.
  public static func photoUpdateRotateInfo() -> String { Scope.photoUpdateRotateInfo.rawValue }
  /// Moving contents into the trash and out of it: `Scope.photoUpdateTrashInfo`.
  public static func photoUpdateTrashInfo() -> String { Scope.photoUpdateTrashInfo.rawValue }
  /// Tags and the lists by tags: `Scope.photoGetGroupInfo`.
  public static func photoGetGroupInfo() -> String { Scope.photoGetGroupInfo.rawValue }
  /// The friends in the phone book who have each other in their phone books:
  /// `Scope.phonebookAllowedFriendsBidirectional`.
  public static func phonebookAllowedFriendsBidirectional() -> String {
    Scope.phonebookAllowedFriendsBidirectional.rawValue
  }
  /// Posts to the feed of the phone book: `Scope.phonebookPostFeed`.
  public static func phonebookPostFeed() -> String { Scope.phonebookPostFeed.rawValue }
  /// New contacts in the phone book: `Scope.phonebookAddContact`.
  public static func phonebookAddContact() -> String { Scope.phonebookAddContact.rawValue }
  /// All operations on the data box: `Scope.databoxAll`.
  public static func databoxAll() -> String { Scope.databoxAll.rawValue }
  /// The identifier of the user: `Scope.userid`.
  public static func userid() -> String { Scope.userid.rawValue }
}
