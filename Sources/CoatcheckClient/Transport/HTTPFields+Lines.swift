// SPDX-License-Identifier: Apache-2.0

package import HTTPTypes

extension HTTPFields {
  /// The fields as they are sent, with all cookies in one line. The collection keeps a line for each
  /// cookie, as HTTP/2 may send them; servers of HTTP/1 would join these lines to a list.
  ///
  /// RFC 6265 §5.4: "When the user agent generates an HTTP request, the user agent MUST NOT attach more than
  /// one Cookie header field."
  package var lines: [HTTPField] {
    guard let cookies = self[.cookie] else { return Array(self) }
    return filter { $0.name != .cookie } + [HTTPField(name: .cookie, value: cookies)]
  }
}
