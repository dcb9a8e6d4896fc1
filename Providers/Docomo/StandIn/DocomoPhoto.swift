// SPDX-License-Identifier: Apache-2.0
import CoatcheckTesting
public import Foundation

/// A picture or a film in the stand-in of PhotoColle.
public struct DocomoPhoto: Sendable {
  /// Its identifier, of 1 to 50 characters.
  public var guid: String
  /// Its name.
  public var name: String
  /// 1 for a picture, 2 for a film, 3 for a slide show.
  public var kind: Int
  /// Its media type.
  public var mimeType: String
  /// Its bytes.
  public var bytes: Data
  /// Its small picture.
  public var thumbnail: Data
  /// When it was taken.
  public var takenAt: Date
  /// When it was changed.
  public var modifiedAt: Date
  /// When it was uploaded.
  public var uploadedAt: Date
  /// How good it is, from 1 to 5.
  public var score: Int?
  /// By how many degrees it has to be turned.
  public var orientation: Int?
  /// Its tags.
  public var tags: [DocomoTag] = []
  /// Whether it lies in the trash.
  public var isTrashed = false

  /// A picture or a film.
  public init(
    guid: String, name: String, kind: Int = 1, mimeType: String = "image/jpeg", bytes: Data,
    thumbnail: Data = Data([0xFF, 0xD8, 0xFF, 0xD9]), at date: Date
  ) {
    (self.guid, self.name, self.kind, self.mimeType) = (guid, name, kind, mimeType)
    (self.bytes, self.thumbnail) = (bytes, thumbnail)
    (takenAt, modifiedAt, uploadedAt) = (date, date, date)
  }
}

/// What a picture shows, or when and where.
public struct DocomoTag: Sendable, Hashable {
  /// 1 for a user, 2 for an event, 3 for a favourite, 4 for a place, 5 for a month.
  public var kind: Int
  /// Its identifier.
  public var guid: String
  /// Its name.
  public var name: String
  /// A user's birthday: `2001-02-03`.
  public var birthDate: String?

  /// A tag.
  public init(kind: Int, guid: String, name: String, birthDate: String? = nil) {
    (self.kind, self.guid, self.name, self.birthDate) = (kind, guid, name, birthDate)
  }
}
