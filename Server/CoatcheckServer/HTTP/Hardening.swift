// SPDX-License-Identifier: Apache-2.0
package import HTTPTypes

/// The security header fields of all responses.
package enum Hardening {
  package static func apply(to head: inout HTTPResponse) {
    // Browsers must not guess another content type.
    head.headerFields[.xContentTypeOptions] = "nosniff"
    // "The Referer header … could leak authorization codes".
    // https://www.rfc-editor.org/rfc/rfc9700#section-4.2.4
    head.headerFields[.referrerPolicy] = "no-referrer"
    if !head.headerFields.contains(.cacheControl) { head.headerFields[.cacheControl] = "no-store" }
  }

  /// Sets a field whose name HTTPTypes does not know.
  package static func set(_ name: String, _ value: String, in head: inout HTTPResponse) {
    guard let name = HTTPField.Name(name) else { return }
    head.headerFields[name] = value
  }
}

extension HTTPField.Name {
  /// [Referrer Policy §4.1](https://www.w3.org/TR/referrer-policy/#referrer-policy-header)
  fileprivate static let referrerPolicy = Self("Referrer-Policy")!
}
