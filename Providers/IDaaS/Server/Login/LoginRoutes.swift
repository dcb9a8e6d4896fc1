// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckOAuth

extension IDaaSRoute {
  /// The routes for logins, binding and registration, and for the data that an app reads first.
  static let loginRoutes: [IDaaSRoute] = [
    .call(WeiboLogin.self) { server, call, context in
      if let result = try await server.result(of: call.proof, context) { return result }
      return try await server.login(server.upstreamUser(by: call.proof, context), context)
    },
    .repeatable(BindSocial.self) { server, call, context in
      try await server.bind(
        BindingRequest(
          stateToken: call.stateToken, purpose: .bind, contact: TypedContact(call.contact),
          code: call.code.reveal(), confirms: call.confirms), context)
    },
    .repeatable(RegisterSocial.self) { server, call, context in
      try await server.bind(
        BindingRequest(
          stateToken: call.stateToken, purpose: .register, contact: TypedContact(call.contact),
          code: call.code.reveal(), confirms: call.confirms), context)
    },
    .call(ClientConfigCall.self) { server, _, context in server.clientConfig(context) },
    // The list of countries rarely changes, so that it can be cached for a day.
    .call(CountryCodesCall.self) { server, _, _ in try await server.tenant.areaCodes() }
      .cacheable(for: 86_400),
  ]
}

extension TypedContact {
  /// The number or address of a call.
  init(_ field: ContactField) {
    switch field {
    case .mobile(let text): self = .mobile(text)
    case .email(let text): self = .email(text)
    }
  }
}
