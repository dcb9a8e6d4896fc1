// SPDX-License-Identifier: Apache-2.0

package import CoatcheckOAuth
package import HTTPTypes

extension HTTPRequest {
  /// The address of the request, when it is one that may be sent.
  ///
  /// - Throws: `misused`, when it is neither `https` nor `http` on this machine, when it isn't an
  ///   absolute address of plain URI characters (so no CR, LF or space can get into the request
  ///   line), or when a header field has a control character. Nothing was sent.
  package func endpoint() throws(OAuthError) -> Endpoint {
    guard let scheme, let authority else {
      throw .misused("request", "The request has no scheme or no authority.")
    }
    // RFC 9112 §2.2: "A recipient of such a bare CR MUST consider that element to be invalid".
    guard headerFields.allSatisfy({ HTTPField.isValidValue($0.value) }) else {
      throw .misused("request", "A header field of the request has a forbidden character.")
    }
    return try Endpoint("\(scheme)://\(authority)\(path ?? "/")")
  }
}
