// SPDX-License-Identifier: Apache-2.0
public import CoatcheckOAuth
public import HTTPTypes

extension HTTPRequest {
  /// A request to an address.
  public init(_ method: Method, at address: String) throws(OAuthError) {
    let endpoint = try Endpoint(address)
    self.init(
      method: method, scheme: endpoint.scheme, authority: endpoint.authority, path: endpoint.path)
  }
}
