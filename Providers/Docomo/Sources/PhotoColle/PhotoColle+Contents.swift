// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation

/// The entries of the lists: contents and tags.
extension PhotoColle {
  /// One page of a list.
  public struct List<Item: Sendable & Hashable>: Sendable, Hashable {
    /// The number of entries that PhotoColle reports (`content_cnt`).
    public let count: Int
    /// The position of the first entry of this page, counted from 1; nil where only the number was
    /// requested.
    public let start: Int?
    /// The position at which the next page starts; nil after the last one.
    public let next: Int?
    /// The entries of this page.
    public let items: [Item]
  }

  /// The attributes of a content, without its tags.
  public struct ContentInfo: Sendable, Hashable {
    /// The identifier of the content.
    public let guid: String
    /// The name of the content.
    public let name: String
    /// The type of the content.
    public let fileType: FileType
    /// When the content was taken.
    public let cameraDate: Date
    /// When the content was changed.
    public let modified: Date
    /// When the content was uploaded.
    public let uploaded: Date
    /// The size of the content in bytes.
    public let length: Int64
    /// Whether PhotoColle can send the content in a smaller size.
    public let isResizable: Bool
  }

  /// The attributes of a content, with its tags.
  public struct DetailedContentInfo: Sendable, Hashable {
    /// The attributes that every list has.
    public let info: ContentInfo
    /// The ratio of width to height, such as `4:3`.
    public let ratio: String
    /// PhotoColle's rating of the content, from 1 to 5; nil if there is no rating.
    public let score: Int?
    /// The angle by which the content has to be rotated, in degrees: 0, 90, 180 or 270; nil if PhotoColle
    /// does not say.
    public let orientation: Int?
    /// The tags of the content; empty where they were not requested.
    public let tags: [TagHead]
  }

  /// The type of a tag: what it says about a content.
  public enum TagType: Int, Sendable, Hashable, CaseIterable {
    /// Who is in the picture.
    case person = 1
    /// An event.
    case event = 2
    /// A tag of the user's own, such as a favorite.
    case favorite = 3
    /// A place.
    case placement = 4
    /// The month of the content.
    case yearMonth = 5

    /// The names of the list of such tags, and of the members of each.
    var members: (list: String, guid: String, name: String) {
      switch self {
      case .person: ("person_tag_list", "person_tag_guid", "person_tag_name")
      case .event: ("event_tag_list", "event_tag_guid", "event_tag_name")
      case .favorite: ("optional_tag_list", "optional_tag_guid", "optional_tag_name")
      case .placement: ("place_info_list", "place_tag_guid", "place_name")
      case .yearMonth: ("month_info_list", "month_tag_guid", "month_tag_name")
      }
    }
  }

  /// A tag of a content, without its statistics.
  public struct TagHead: Sendable, Hashable {
    /// The type of the tag.
    public let type: TagType
    /// The identifier of the tag, 1 to 47 characters.
    public let guid: String
    /// The name of the tag; empty where it has none.
    public let name: String

    /// Creates a tag, to search contents by it. A search compares the type and the identifier, and
    /// ignores the name.
    ///
    /// - Parameters:
    ///   - type: The type of the tag.
    ///   - guid: The identifier of the tag, 1 to 47 characters.
    ///   - name: The name of the tag; it may be empty.
    public init(_ type: TagType, guid: String, name: String = "") {
      (self.type, self.guid, self.name) = (type, guid, name)
    }
  }

  /// A tag, and the number of contents that have it.
  public struct Tag: Sendable, Hashable {
    /// The tag itself.
    public let head: TagHead
    /// The number of contents that have the tag.
    public let contentsCount: Int
    /// The birthday of the user that the tag names, such as `2001-02-03`; nil where it is not known.
    public let birthDate: String?
  }
}

extension PhotoColleReply {
  func contentInfo() throws(PhotoColleError) -> PhotoColle.ContentInfo {
    guard let type = PhotoColle.FileType(rawValue: try number("file_type_cd")) else {
      throw .unreadable(member: "file_type_cd")
    }
    return PhotoColle.ContentInfo(
      guid: try text("content_guid", upTo: 50), name: try text("content_name", upTo: 255),
      fileType: type, cameraDate: try date("exif_camera_day"), modified: try date("mdate"),
      uploaded: try date("upload_datetime"), length: Int64(try number("file_data_size")),
      isResizable: try text("resize_ng_flg") == "0")
  }

  func detailedContentInfo() throws(PhotoColleError) -> PhotoColle.DetailedContentInfo {
    let (score, orientation) = (
      try optionalNumber("prf5score"), try optionalNumber("orientation")
    )
    guard score.map({ (1...5).contains($0) }) ?? true else {
      throw .unreadable(member: "prf5score")
    }
    guard orientation.map({ [0, 90, 180, 270].contains($0) }) ?? true else {
      throw .unreadable(member: "orientation")
    }
    return PhotoColle.DetailedContentInfo(
      info: try contentInfo(), ratio: try text("file_data_xy_rate"), score: score,
      orientation: orientation, tags: try tags().map(\.head))
  }

  /// The tags of all types. The name of a tag may be empty: a month without a name does not make the whole
  /// response invalid.
  func tags() throws(PhotoColleError) -> [(head: PhotoColle.TagHead, entry: PhotoColleReply)] {
    var tags: [(head: PhotoColle.TagHead, entry: PhotoColleReply)] = []
    for type in PhotoColle.TagType.allCases {
      for entry in try objects(type.members.list) {
        let head = PhotoColle.TagHead(
          type, guid: try entry.text(type.members.guid, upTo: 47),
          name: try entry.optionalText(type.members.name) ?? "")
        tags.append((head, entry))
      }
    }
    return tags
  }

  func tag(_ head: PhotoColle.TagHead) throws(PhotoColleError) -> PhotoColle.Tag {
    PhotoColle.Tag(
      head: head, contentsCount: try number("content_cnt"),
      birthDate: try optionalText("birth_date"))
  }

  /// One page of a list. With `countAlone`, the response has only the number of entries.
  func list<Item>(
    of items: [Item], countAlone: Bool = false
  ) throws(PhotoColleError) -> PhotoColle.List<Item> {
    let count = try number("content_cnt", in: 0 ... .max)
    if countAlone { return PhotoColle.List(count: count, start: nil, next: nil, items: []) }
    let next = try number("next_page", in: 0 ... .max)
    return PhotoColle.List(
      count: count, start: try number("start", in: 1 ... .max), next: next == 0 ? nil : next,
      items: items)
  }
}
