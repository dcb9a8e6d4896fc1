// SPDX-License-Identifier: Apache-2.0

// Never compiled on an Apple system.

#if canImport(Darwin) || APPLE_SHIMS
  import CoatcheckOAuth
  import Foundation
  import Synchronization
  #if APPLE_SHIMS
    import SecurityShim
    import URLLoadingShim
  #else
    import Security
  #endif

  /// Decides for URLSession whether a server is trusted, for one request.
  final class ServerTrust: Sendable {
    private let rules: TrustRules
    private let environment: RuntimeEnvironment
    private let refused = Mutex<OAuthError?>(nil)

    init(_ rules: TrustRules, _ environment: RuntimeEnvironment) {
      self.rules = rules
      self.environment = environment
    }

    /// Why the server is not trusted. URLSession itself says only that the request was cancelled.
    var refusal: OAuthError? { refused.withLock { $0 } }

    func answer(
      _ challenge: URLAuthenticationChallenge
    ) -> (URLSession.AuthChallengeDisposition, URLCredential?) {
      let space = challenge.protectionSpace
      guard space.authenticationMethod == NSURLAuthenticationMethodServerTrust,
        let rule = rules.rule(for: "\(space.host.lowercased()):\(space.port)")
      else { return (.performDefaultHandling, nil) }
      guard let trust = space.serverTrust else { return (.cancelAuthenticationChallenge, nil) }
      do throws(OAuthError) {
        try check(trust, rule, host: space.host)
      } catch {
        refused.withLock { $0 = error }
        return (.cancelAuthenticationChallenge, nil)
      }
      return (.useCredential, URLCredential(trust: trust))
    }

    private func check(
      _ trust: SecTrust, _ rule: HostTrust, host: String
    ) throws(OAuthError) {
      if case .own(let certificates) = rule.anchors {
        let anchors = certificates.compactMap { SecCertificateCreateWithData(nil, $0 as CFData) }
        SecTrustSetAnchorCertificates(trust, anchors as CFArray)
        SecTrustSetAnchorCertificatesOnly(trust, true)
      }
      // URLSession has given the trust object a policy with the host name.
      guard !rule.usesSystemAuthorities || SecTrustEvaluateWithError(trust, nil) else {
        throw .certificateMismatch(
          "The certificate of \(host) is not trusted, or is for another host.")
      }
      guard rule.looksAtCertificate else { return }
      let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate]
      let leaf = chain?.first.map { [UInt8](SecCertificateCopyData($0) as Data) }
      try rule.check(leaf, of: host, at: environment.now())
    }
  }
#endif
