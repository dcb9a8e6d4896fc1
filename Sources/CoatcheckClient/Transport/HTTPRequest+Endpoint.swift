// SPDX-License-Identifier: Apache-2.0

package import CoatcheckOAuth
package import HTTPTypes

extension HTTPRequest {
  /// The address of the request, when it is one that may be sent.
  ///
  /// - Throws: `misused`, when it is neither `https` nor `http` on this machine, when it is not an
  ///   absolute address of plain URI characters (so no CR, LF or space can get into the request
  ///   line), or when a header field has a control character. Nothing was sent.
  package func endpoint() throws(OAuthError) -> Endpoint {
    try Endpoint(sendableAddress())
  }

  /// Checks the address and the fields as ``endpoint()`` does.
  func checkSendable() throws(OAuthError) {
    try Endpoint.check(sendableAddress())
  }

  /// Checks the fields as ``endpoint()`` does, but for those that another request has at the same place.
  func checkFields(besidesThoseOf checked: HTTPRequest? = nil) throws(OAuthError) {
    let before = checked?.headerFields ?? [:]
    for index in headerFields.indices
    where index >= before.endIndex || headerFields[index] != before[index] {
      // RFC 9112 §2.2: "A recipient of such a bare CR MUST consider that element to be invalid".
      guard HTTPField.isValidValue(headerFields[index].value) else {
        throw .misused("request", "A header field of the request has a forbidden character.")
      }
    }
  }

  /// Whether both have the same address, byte for byte.
  func hasAddress(of other: HTTPRequest) -> Bool {
    func same(_ one: String?, _ other: String?) -> Bool {
      guard let one, let other else { return one == nil && other == nil }
      return one.isExactly(other)
    }
    return same(scheme, other.scheme) && same(authority, other.authority) && same(path, other.path)
  }

  private func sendableAddress() throws(OAuthError) -> String {
    guard let scheme, let authority else {
      throw .misused("request", "The request has no scheme or no authority.")
    }
    try checkFields()
    return "\(scheme)://\(authority)\(path ?? "/")"
  }
}
