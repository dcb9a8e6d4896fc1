// SPDX-License-Identifier: Apache-2.0

import CoatcheckDocomo
import CoatcheckOAuth

/// The scopes of docomo Developer support 2.0.0, by the old SDK's names. Newer ones are texts beside them.
///
/// New code uses the constants of `Scope`.
public final class DCScope {
  private init() {}

  /// The lists of contents and the history of deletions.
  public static func photoGetContentsList() -> String { Scope.photoGetContentsList.rawValue }
  /// Contents and their thumbnails.
  public static func photoGetContent() -> String { Scope.photoGetContent.rawValue }
  /// Uploading.
  public static func photoUploadContent() -> String { Scope.photoUploadContent.rawValue }
  /// How much room there is.
  public static func photoGetVacantSize() -> String { Scope.photoGetVacantSize.rawValue }
  /// Turning pictures.
  public static func photoUpdateRotateInfo() -> String { Scope.photoUpdateRotateInfo.rawValue }
  /// The trash.
  public static func photoUpdateTrashInfo() -> String { Scope.photoUpdateTrashInfo.rawValue }
  /// Tags and the lists by tags.
  public static func photoGetGroupInfo() -> String { Scope.photoGetGroupInfo.rawValue }
  /// The friends in the phone book who have each other.
  public static func phonebookAllowedFriendsBidirectional() -> String {
    Scope.phonebookAllowedFriendsBidirectional.rawValue
  }
  /// Posting to the phone book.
  public static func phonebookPostFeed() -> String { Scope.phonebookPostFeed.rawValue }
  /// Adding to the phone book.
  public static func phonebookAddContact() -> String { Scope.phonebookAddContact.rawValue }
  /// All of the data box.
  public static func databoxAll() -> String { Scope.databoxAll.rawValue }
  /// The id of the user.
  public static func userid() -> String { Scope.userid.rawValue }
}
