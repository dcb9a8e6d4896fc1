// SPDX-License-Identifier: Apache-2.0
import Coatcheck
import CoatcheckIDaaS

extension FirstSnippets {
  static func idaas() async throws -> String {
    let (domain, clientID) = ("http://127.0.0.1:8080", "app")
    var user = "none"
    func welcome(_ signedIn: IDaaSUser) { user = signedIn.name ?? signedIn.id }
    // Providers/IDaaS/README.md
    let configuration = try IDaaSConfiguration(domain: domain, clientID: clientID)
    let idaas = try IDaaS(configuration, store: .system)
    switch try await idaas.signIn() {  // Weibo in the browser, then the service's own pages
    case .signedIn(let session): welcome(try await idaas.verify(session.accessToken()))
    case .denied: break  // a policy of the tenant denies the login
    default: break  // a pending login, for apps with their own pages
    }
    // Providers/IDaaS/README.md
    return user
  }
}
