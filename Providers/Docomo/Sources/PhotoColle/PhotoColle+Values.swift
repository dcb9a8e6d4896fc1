// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation

/// The enumerated parameters of the calls, with their values on the wire.
extension PhotoColle {
  /// What a content is: `file_type_cd`.
  public enum FileType: Int, Sendable, Hashable, CaseIterable {
    /// Anything: for tags and for lists with tags only.
    case all = 0
    /// A picture.
    case image = 1
    /// A film.
    case video = 2
    /// A film made of pictures.
    case slideMovie = 3
  }

  /// In which order a list comes: `sort_type`.
  public enum SortOrder: Int, Sendable, Hashable, CaseIterable {
    /// The newest pictures first.
    case createdDescending = 1
    /// The oldest pictures first.
    case createdAscending = 2
    /// What was changed last first.
    case modifiedDescending = 3
    /// What was changed last at the end.
    case modifiedAscending = 4
    /// What was uploaded last at the end.
    case uploadedAscending = 5
    /// What was uploaded last first.
    case uploadedDescending = 6
    /// The best first: for lists with tags only.
    case scoreDescending = 7
  }

  /// Where a content lies: `dustbox_condition`.
  public enum Place: Int, Sendable, Hashable, CaseIterable {
    /// Among the others.
    case album = 1
    /// In the trash.
    case dustbox = 2
  }

  /// Only contents that are newer than that.
  public enum DateFilter: Sendable, Hashable {
    /// Changed since then: `min_date_modified`.
    case modified(since: Date)
    /// Uploaded since then: `min_date_upload`.
    case uploaded(since: Date)
  }

  /// Which part of a list comes.
  public struct Page: Sendable, Hashable {
    /// The place of the first one, counted from 1; nil for the beginning.
    public var start: Int?
    /// How many at most; nil for as many as PhotoColle likes, which is 100.
    public var max: Int?

    /// A part of a list.
    public init(start: Int? = nil, max: Int? = nil) {
      self.start = start
      self.max = max
    }

    /// The beginning of the list.
    public static let first = Page()
  }

  /// How much of each content a list with tags tells: `projection`.
  public enum Projection: Int, Sendable, Hashable, CaseIterable {
    /// Nothing: only how many there are.
    case count = 1
    /// Everything.
    case details = 2
    /// Everything but the tags.
    case detailsWithoutTags = 3
  }

  /// How large a content comes: `resize_type_cd`.
  public enum Size: Int, Sendable, Hashable, CaseIterable {
    /// As it was uploaded.
    case original = 1
    /// A smaller picture.
    case resizedImage = 2
    /// A smaller film.
    case resizedVideo = 3
  }

  /// The media types that PhotoColle takes.
  public enum MediaType: String, Sendable, Hashable, CaseIterable {
    /// A picture.
    case jpeg = "image/jpeg"
    /// A picture.
    case pjpeg = "image/pjpeg"
    /// A film.
    case threeGP = "video/3gpp"
    /// A film.
    case avi = "video/avi"
    /// A film.
    case quickTime = "video/quicktime"
    /// A film.
    case mp4 = "video/mp4"
    /// A film.
    case vndMTS = "video/vnd.mts"
    /// A film.
    case mpeg = "video/mpeg"

    /// Whether it is one of pictures.
    public var isImage: Bool { self == .jpeg || self == .pjpeg }

    /// The longest content of this type that PhotoColle takes, in bytes: 30 MiB for pictures, 100 MiB for
    /// films.
    public var maximumLength: Int64 { (isImage ? 30 : 100) << 20 }
  }
}
