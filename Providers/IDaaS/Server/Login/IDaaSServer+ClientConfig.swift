// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol

extension IDaaSServer {
  /// The configuration that an application can read before a user signs in. It contains no secret.
  func clientConfig(_ context: CallContext) -> ClientConfig {
    let application = context.application
    var config = ClientConfig(
      clientID: application.id, name: application.name, languages: ResponseLanguage.all,
      weibo: application.weibo.map { source in
        var weibo = ClientConfig.Weibo(
          isEnabled: true, appKey: source.appKey,
          redirectURI: settings.origin + "/api/v1/login/weibo", scope: source.scopes,
          flow: source.channel == .mobile ? ["token", "code", "ticket"] : ["code", "ticket"],
          unassociated: application.unassociated.rawValue)
        weibo.name = source.name
        return weibo
      } ?? ClientConfig.Weibo(isEnabled: false),
      methods: application.unassociated == .bindOrRegister
        ? methods(for: .register, application) : application.methods,
      isInternational: application.isInternational)
    config.captchas = captchas(of: application)
    config.captchaLifetime = Int(settings.challengeLifetime)
    config.codeLength = codeLength
    config.codeLifetime = codeLifetime
    config.resendAfter = Int(settings.resendAfter)
    return config
  }
}
