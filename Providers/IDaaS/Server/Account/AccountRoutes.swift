// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckOAuth
import HTTPTypes

extension IDaaSRoute {
  /// The routes for logins by password or code, the second factor and the account of a user.
  static let accountRoutes: [IDaaSRoute] =
    [
      .call(PasswordLogin.self) { try await $0.passwordLogin($1, $2) },
      .call(MobileLogin.self) { try await $0.mobileLogin($1, $2) },
      .repeatable(MFASend.self) { try await $0.sendSecondFactor($1, $2) },
      .call(MFAVerify.self) { try await $0.verifySecondFactor($1, $2) },
      .call(UpdatePassword.self) { try await $0.updatePassword($1, $2) },
      .call(UpdateMobile.self) { try await $0.updateMobile($1, $2) },
      .call(SocialAccountsCall.self) { try await $0.socialAccounts($1, $2) },
      .call(UnbindAccount.self) { try await $0.unbind($1, $2) },
      .call(DeleteAccount.self) { try await $0.deleteAccount($1, $2) },
      .call(LogoutCall.self) { try await $0.logout($1, $2) },
      // The vendor's clients send the logout as a GET.
      IDaaSRoute(.get, LogoutCall.path) { server, request in
        await server.serve(request) { message, context in
          LogoutCall.json(try await server.logout(LogoutCall(message), context))
        }
      },
      missing(WeChat.self), missing(Alipay.self), missing(CarrierLogin.self),
    ]

  /// The route of a sign-in source that this server does not support. It returns `LOGIN.1006` to
  /// `LOGIN.1008`, so that a client written for the vendor gets a return code and not a 404.
  private static func missing<Source: LoginSource>(_ source: Source.Type) -> IDaaSRoute {
    .call(SourceLogin<Source>.self) { _, _, _ in throw Refusal(Source.missing) }
  }
}
