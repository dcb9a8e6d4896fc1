// SPDX-License-Identifier: Apache-2.0

extension RedirectURIForm {
  /// A redirect URI as it is sent, and as its callback will arrive.
  func sent(_ uri: String) -> String {
    guard self == .slashForEmptyPath, let parts = URIParts(uri), parts.path.isEmpty,
      parts.authority != nil
    else { return uri }
    let end = uri.firstIndex { $0 == "?" || $0 == "#" } ?? uri.endIndex
    return uri[..<end] + "/" + uri[end...]
  }
}
