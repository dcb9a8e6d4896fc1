// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckNXOAuth2Client
import CoatcheckOAuth
import Foundation

/// The configuration of a service, by the names of the old library.
struct ClientSettings: Equatable {
  let authorizeURL: String
  let tokenURL: String
  var redirectURL: String?
  var scopes: [Scope] = []
  var additional: [String: String] = [:]
  var fields: [String: String] = [:]
  var method = "POST"
  var userAgent: String?
  var acceptType = "application/json"
  var tokenType: String?
  /// The name that the token is stored under.
  var group = ""
  var accessGroup: String?
  /// The name of the provider, by which its accounts are found in the store.
  var name = "nx"

  init(authorizeURL: String, tokenURL: String) {
    self.authorizeURL = authorizeURL
    self.tokenURL = tokenURL
  }

  /// The hosts for which the delegate can name certificates.
  var hosts: [String] {
    [authorizeURL, tokenURL].compactMap { URL(string: $0)?.host }
  }

  /// The provider with these settings.
  ///
  /// - Throws: `misused` naming the invalid setting.
  func provider() throws(OAuthError) -> Provider {
    var options = NXOptions()
    options.parameters = NXOptions.additional(
      Parameters(additional.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }))
    if method.uppercased() == "GET" { options.tokenParameters = .queryOfGET }
    for (name, value) in fields {
      guard name.lowercased() == "content-type" else {
        options.tokenFields[name] = value
        continue
      }
      let isMultipart = value.lowercased().hasPrefix("multipart/form-data")
      if isMultipart { options.tokenParameters = .multipart }
    }
    options.fields["Accept"] = acceptType
    if let userAgent { options.fields["User-Agent"] = userAgent }
    if let tokenType, !tokenType.isEmpty { options.defaultTokenType = tokenType }
    return try Provider.nx(
      authorizationEndpoint: authorizeURL, tokenEndpoint: tokenURL, name: name, options: options)
  }

  /// The texts of an old dictionary.
  static func texts(_ dictionary: [AnyHashable: Any]?) -> [String: String] {
    var texts: [String: String] = [:]
    for (name, value) in dictionary ?? [:] {
      guard let name = name.base as? String else { continue }
      texts[name] = value as? String ?? "\(value)"
    }
    return texts
  }
}
