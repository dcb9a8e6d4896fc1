// SPDX-License-Identifier: Apache-2.0
package import CoatcheckOAuth
import HTTPTypes

extension ServedRequest {
  /// Whether the body is a form as browsers and clients send it.
  package var isForm: Bool {
    guard let type = head.headerFields[.contentType] else { return false }
    let media = type.prefix { $0 != ";" }.split(separator: " ").joined()
    return media.lowercased() == "application/x-www-form-urlencoded"
  }

  /// The form in the body.
  ///
  /// - Throws: `refused` when a parameter is repeated or badly encoded.
  package func form() throws(OAuthError) -> Parameters { try Parameters(bytes: body) }
}
