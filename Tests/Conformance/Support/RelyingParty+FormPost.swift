// SPDX-License-Identifier: Apache-2.0

import TestKit

extension RelyingParty {
  /// Signs the user in with `response_mode=form_post`.
  func signInByForm(
    _ given: AuthorizationOptions = AuthorizationOptions()
  ) async throws -> StoredSession {
    var options = given
    options.responseMode = .formPost
    let metadata = try await MetadataCache(transport: transport, environment: provider.environment)
      .metadata(of: Issuer(provider.issuer))
    let attempt = try await CodeFlow(
      ClientContext(
        provider: Provider(metadata: metadata), client: ClientIdentity(id: provider.client.id),
        runtime: ClientRuntime(transport: transport, environment: provider.environment) {
          $0.idTokenAlgorithms = [provider.client.idTokenAlgorithm]
        })
    ).attempt(
      redirectURI: "https://app.example/callback", scopes: [.openID], options: options)
    let page = try await TestBrowser(transport: transport).get(attempt.url.absoluteString)
    let form = try #require(page.forms.first)
    #expect(form.action == "https://app.example/callback")
    let fields = form.parameters
    return try await attempt.finish(form: Data(fields.encoded.utf8))
  }
}
