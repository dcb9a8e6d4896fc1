// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckJOSE
import CoatcheckOAuth

/// A Kii app: the base address of its calls, and the header fields that name it.
struct KiiApp: Sendable {
  /// `{base}/apps/{appID}`
  let address: String
  let dialect: Dialect

  /// - Throws: `misused` when the provider is not a Kii app.
  init(_ context: SignInContext) throws(OAuthError) {
    try self.init(address: context.metadata.issuer.text, dialect: context.dialect)
  }

  /// - Throws: `sessionEnded` when the session has ended; `misused` when it is not a session of a Kii app.
  init(_ session: Session) throws(OAuthError) {
    guard let stored = session.stored else { throw .ended(.signedOut) }
    try self.init(address: session.account.issuer, dialect: stored.dialect)
  }

  private init(address: String, dialect: Dialect) throws(OAuthError) {
    guard dialect.fields["x-kii-appid"] != nil, address.contains("/apps/") else {
      throw .misused("provider", "This is no app of Kii Cloud.")
    }
    self.address = address
    self.dialect = dialect
  }

  var id: String { dialect.fields["x-kii-appid"] ?? "" }
  var key: String { dialect.fields["x-kii-appkey"] ?? "" }

  /// An endpoint below the app's address.
  func endpoint(_ path: String) throws(OAuthError) -> Endpoint {
    try Endpoint(address + path)
  }
}
