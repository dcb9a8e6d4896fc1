// SPDX-License-Identifier: Apache-2.0
import CoatcheckTesting
public import Foundation

/// An image or a video in the stand-in of PhotoColle.
public struct DocomoPhoto: Sendable {
  /// The identifier, 1 to 50 characters.
  public var guid: String
  /// The name of the content.
  public var name: String
  /// The type: 1 for an image, 2 for a video, 3 for a slide show.
  public var kind: Int
  /// The media type.
  public var mimeType: String
  /// The content itself.
  public var bytes: Data
  /// The thumbnail, a JPEG.
  public var thumbnail: Data
  /// When the content was taken.
  public var takenAt: Date
  /// When the content was changed.
  public var modifiedAt: Date
  /// When the content was uploaded.
  public var uploadedAt: Date
  /// The rating, from 1 to 5; nil for none.
  public var score: Int?
  /// The angle by which the content has to be rotated, in degrees; nil for none.
  public var orientation: Int?
  /// The tags of the content.
  public var tags: [DocomoTag] = []
  /// Whether the content is in the trash.
  public var isTrashed = false

  /// Creates an image or a video.
  ///
  /// - Parameters:
  ///   - guid: The identifier, 1 to 50 characters.
  ///   - name: The name of the content.
  ///   - kind: The type: 1 for an image, 2 for a video, 3 for a slide show.
  ///   - mimeType: The media type.
  ///   - bytes: The content itself.
  ///   - thumbnail: The thumbnail; two markers of a JPEG unless given.
  ///   - date: When the content was taken, changed and uploaded.
  public init(
    guid: String, name: String, kind: Int = 1, mimeType: String = "image/jpeg", bytes: Data,
    thumbnail: Data = Data([0xFF, 0xD8, 0xFF, 0xD9]), at date: Date
  ) {
    (self.guid, self.name, self.kind, self.mimeType) = (guid, name, kind, mimeType)
    (self.bytes, self.thumbnail) = (bytes, thumbnail)
    (takenAt, modifiedAt, uploadedAt) = (date, date, date)
  }
}

/// A tag of a content in the stand-in of PhotoColle.
public struct DocomoTag: Sendable, Hashable {
  /// The type: 1 for a user, 2 for an event, 3 for a favorite, 4 for a place, 5 for a month.
  public var kind: Int
  /// The identifier, 1 to 47 characters.
  public var guid: String
  /// The name of the tag.
  public var name: String
  /// The birthday of the user, such as `2001-02-03`; nil for none.
  public var birthDate: String?

  /// Creates a tag.
  ///
  /// - Parameters:
  ///   - kind: The type: 1 for a user, 2 for an event, 3 for a favorite, 4 for a place, 5 for a month.
  ///   - guid: The identifier, 1 to 47 characters.
  ///   - name: The name of the tag.
  ///   - birthDate: The birthday of the user, such as `2001-02-03`; nil for none.
  public init(kind: Int, guid: String, name: String, birthDate: String? = nil) {
    (self.kind, self.guid, self.name, self.birthDate) = (kind, guid, name, birthDate)
  }
}
