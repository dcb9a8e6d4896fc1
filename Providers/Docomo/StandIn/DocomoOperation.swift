// SPDX-License-Identifier: Apache-2.0
import CoatcheckTesting
import HTTPTypes

/// The operations of PhotoColle, by their paths.
enum DocomoOperation: String {
  case list = "/file_a2/2.0/ext/file_search/get_list"
  case detail = "/file_a2/2.0/ext/file_search/get_detail"
  case tags = "/file_a2/2.0/ext/tag_info/get_all"
  case deletions = "/file_a2/2.0/ext/content/get_delete_history"
  case content = "/file_a2/2.0/ext/content/get"
  case thumbnails = "/file_a2/4.0/ext/thumbnail_list/get"
  case upload = "/file_a2/1.0/docomo/create"
  case capacity = "/file_a2/1.0/docomo/capacity"

  var method: HTTPRequest.Method { self == .capacity ? .get : .post }

  /// The scope that the token must have.
  var scope: String {
    switch self {
    case .list, .deletions: "PhotoGetContentsList"
    case .detail, .tags: "PhotoGetGroupInfo"
    case .content, .thumbnails: "PhotoGetContent"
    case .upload: "PhotoUploadContent"
    case .capacity: "PhotoGetVacantSize"
    }
  }
}
