// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation

/// What the lists consist of: contents and tags.
extension PhotoColle {
  /// A part of a list.
  public struct List<Item: Sendable & Hashable>: Sendable, Hashable {
    /// How many there are, as PhotoColle counts them.
    public let count: Int
    /// The place of the first one here, counted from 1; nil where only the number was asked for.
    public let start: Int?
    /// Where the next part starts; nil after the last one.
    public let next: Int?
    /// What is here.
    public let items: [Item]
  }

  /// What there is to know about a content without its tags.
  public struct ContentInfo: Sendable, Hashable {
    /// Its identifier.
    public let guid: String
    /// Its name.
    public let name: String
    /// What it is.
    public let fileType: FileType
    /// When it was taken.
    public let cameraDate: Date
    /// When it was changed.
    public let modified: Date
    /// When it was uploaded.
    public let uploaded: Date
    /// How long it is, in bytes.
    public let length: Int64
    /// Whether it comes smaller as well.
    public let isResizable: Bool
  }

  /// What there is to know about a content.
  public struct DetailedContentInfo: Sendable, Hashable {
    /// What every list tells.
    public let info: ContentInfo
    /// Its width and height: `4:3`.
    public let ratio: String
    /// How good it is, from 1 to 5.
    public let score: Int?
    /// By how many degrees it has to be turned: 0, 90, 180 or 270.
    public let orientation: Int?
    /// Its tags.
    public let tags: [TagHead]
  }

  /// What a tag says.
  public enum TagType: Int, Sendable, Hashable, CaseIterable {
    /// Who is on it.
    case person = 1
    /// What happened.
    case event = 2
    /// Whose favourite it is.
    case favorite = 3
    /// Where it was.
    case placement = 4
    /// In which month it was.
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

  /// A tag of a content.
  public struct TagHead: Sendable, Hashable {
    /// What it says.
    public let type: TagType
    /// Its identifier, of 1 to 47 characters.
    public let guid: String
    /// Its name; empty where it has none.
    public let name: String

    /// A tag; its name does not count where contents are looked for by it.
    public init(_ type: TagType, guid: String, name: String = "") {
      (self.type, self.guid, self.name) = (type, guid, name)
    }
  }

  /// A tag, and how often it is used.
  public struct Tag: Sendable, Hashable {
    /// The tag.
    public let head: TagHead
    /// How many contents have it.
    public let contentsCount: Int
    /// A user's birthday, where it is known: `2001-02-03`.
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

  /// The tags of all types. The name of one may be empty: a month without a name is no reason to refuse
  /// the whole answer.
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

  /// A part of a list.
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
