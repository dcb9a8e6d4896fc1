// SPDX-License-Identifier: Apache-2.0
import CoatcheckOCLC
public import Coatcheck
import CoatcheckClient
public import Foundation
import HTTPTypes

/// OCLC in three ways: as a phone app with an `authentication.plist`, as a server for a user, and as a server
/// for itself. It returns what the service said to each.
public func oclc(
  propertyList: Data, secret: Secret, phone: any UserAgent, browser: any UserAgent
) async throws -> [String] {
  var configuration = try OCLCConfiguration(propertyList: propertyList)
  let provider = try configuration.provider()
  let store = MemoryTokenStore()
  let record = try Endpoint(provider.metadata.issuer.text.replacing("/oauth2", with: ""))
  let request = HTTPRequest(
    method: .get, scheme: record.scheme, authority: record.authority,
    path: "/bib/data/823520553?holdingLibraryCode=MAIN",
    headerFields: [.accept: "application/atom+json"])

  // A phone has no secret. What the document of 2014 has for it is the implicit flow, and that is legacy: `signIn`
  // obeys the file's `responseType`.
  let app = Client(of: provider, id: configuration.wskey, store: store) {
    $0.redirect = configuration.redirect
    $0.userAgent = phone
  }
  let onPhone = try await app.signIn(scopes: configuration.scopes, storedAs: "phone")
  let (_, byToken) = try await onPhone.data(for: request)

  // A server has the secret: code flow, refresh by itself, and signatures on behalf of the user.
  configuration.responseType = .code
  let server = Client(
    of: try configuration.provider(), id: configuration.wskey, secret: secret,
    store: MemoryTokenStore()
  ) { $0.userAgent = browser }
  let session = try await server.signIn(scopes: configuration.scopes, storedAs: "server")
  let signed = AuthorizedTransport(session, authorizer: WSKeyAuthorizer())
  let (_, bySignature) = try await signed.send(request, body: Data(), limit: .standard)

  // Without a user: one token for all callers, until it expires.
  let own = try await server.ownSession(scopes: ["WMS_Availability"])
  let (_, byItself) = try await own.data(for: request)
  return [byToken, bySignature, byItself].map { String(decoding: $0, as: UTF8.self) }
}
