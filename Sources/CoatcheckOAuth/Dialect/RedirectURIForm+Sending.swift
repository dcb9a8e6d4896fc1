// SPDX-License-Identifier: Apache-2.0

extension RedirectURIForm {
  /// The redirect URI in the form that is sent and that callbacks have.
  func sent(_ uri: String) -> String {
    guard self == .slashForEmptyPath, let parts = URIParts(uri), parts.path.isEmpty,
      parts.authority != nil
    else { return uri }
    let end = uri.firstIndex { $0 == "?" || $0 == "#" } ?? uri.endIndex
    return uri[..<end] + "/" + uri[end...]
  }
}
