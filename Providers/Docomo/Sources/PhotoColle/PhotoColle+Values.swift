// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation

/// The enumerated parameters of the calls, with their values on the wire.
extension PhotoColle {
  /// The type of a content: `file_type_cd`.
  public enum FileType: Int, Sendable, Hashable, CaseIterable {
    /// All types. Only ``PhotoColle/tags(_:on:modifiedSince:)`` and the list of tagged contents accept
    /// it.
    case all = 0
    /// An image.
    case image = 1
    /// A video.
    case video = 2
    /// A slide show that was made from images.
    case slideMovie = 3
  }

  /// The order of a list: `sort_type`.
  public enum SortOrder: Int, Sendable, Hashable, CaseIterable {
    /// By the time of creation, the latest first.
    case createdDescending = 1
    /// By the time of creation, the earliest first.
    case createdAscending = 2
    /// By the time of the last change, the latest first.
    case modifiedDescending = 3
    /// By the time of the last change, the earliest first.
    case modifiedAscending = 4
    /// By the time of the upload, the earliest first.
    case uploadedAscending = 5
    /// By the time of the upload, the latest first.
    case uploadedDescending = 6
    /// By the rating, the highest first; for lists of tagged contents only.
    case scoreDescending = 7
  }

  /// Whether a content is in the album or in the trash: `dustbox_condition`.
  public enum Place: Int, Sendable, Hashable, CaseIterable {
    /// In the album.
    case album = 1
    /// In the trash.
    case dustbox = 2
  }

  /// The earliest date of the contents of a list.
  public enum DateFilter: Sendable, Hashable {
    /// Contents that were changed at this time or later: `min_date_modified`.
    case modified(since: Date)
    /// Contents that were uploaded at this time or later: `min_date_upload`.
    case uploaded(since: Date)
  }

  /// The part of a list that a call returns.
  public struct Page: Sendable, Hashable {
    /// The position of the first entry, counted from 1; nil for the beginning of the list.
    public var start: Int?
    /// The maximum number of entries; nil for PhotoColle's default, which is 100.
    public var max: Int?

    /// Creates a part of a list. The call that uses it checks the limits.
    ///
    /// - Parameters:
    ///   - start: The position of the first entry, counted from 1; nil for the beginning of the list.
    ///   - max: The maximum number of entries; nil for PhotoColle's default.
    public init(start: Int? = nil, max: Int? = nil) {
      self.start = start
      self.max = max
    }

    /// The beginning of the list, with PhotoColle's default number of entries.
    public static let first = Page()
  }

  /// How much of each content a list of tagged contents returns: `projection`.
  public enum Projection: Int, Sendable, Hashable, CaseIterable {
    /// Only the number of contents.
    case count = 1
    /// All attributes and the tags.
    case details = 2
    /// All attributes, without the tags.
    case detailsWithoutTags = 3
  }

  /// The size in which a content is downloaded: `resize_type_cd`.
  public enum Size: Int, Sendable, Hashable, CaseIterable {
    /// The bytes as they were uploaded.
    case original = 1
    /// A smaller version of an image.
    case resizedImage = 2
    /// A smaller version of a video.
    case resizedVideo = 3
  }

  /// The media types that PhotoColle accepts.
  public enum MediaType: String, Sendable, Hashable, CaseIterable {
    /// A JPEG image.
    case jpeg = "image/jpeg"
    /// A progressive JPEG image.
    case pjpeg = "image/pjpeg"
    /// A 3GP video.
    case threeGP = "video/3gpp"
    /// An AVI video.
    case avi = "video/avi"
    /// A QuickTime video.
    case quickTime = "video/quicktime"
    /// An MPEG-4 video.
    case mp4 = "video/mp4"
    /// An AVCHD video (MTS).
    case vndMTS = "video/vnd.mts"
    /// An MPEG video.
    case mpeg = "video/mpeg"

    /// Whether it is the type of an image.
    public var isImage: Bool { self == .jpeg || self == .pjpeg }

    /// The maximum size of a content of this type, in bytes: 30 MiB for images, 100 MiB for videos.
    public var maximumLength: Int64 { (isImage ? 30 : 100) << 20 }
  }
}
