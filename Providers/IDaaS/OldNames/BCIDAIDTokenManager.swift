// SPDX-License-Identifier: Apache-2.0

import CoatcheckIDaaS
import CoatcheckIDaaSProtocol
import CoatcheckJOSE
import CoatcheckOAuth

/// The document's look at ID tokens.
///
/// | | code | data |
/// |---|---|---|
/// | check | 0 | success |
/// | | 1 | no token, or no domain or client id |
/// | | 102 | the public key cannot be had |
/// | | 103 | it is not authentic |
/// | | 106 | it has expired |
/// | | 107 | it is for another client id |
/// | | the service's code | the service does not give its keys |
/// | user | 0 | the claims |
public final class BCIDAIDTokenManager: Sendable {
  private static let shared = BCIDAIDTokenManager()
  private var common: BCIDACommonManager { .sharedInstance() }

  private init() {}

  /// The only instance.
  public static func sharedInstance() -> BCIDAIDTokenManager { shared }

  /// Checks whether a token is authentic, not expired, and for this application.
  public func verifySign(
    withIdToken idToken: String, andWithCallBack callback: @escaping BCIDAIdTokenVerifyHandlerBlock
  ) {
    common.answer(callback, failing: BCAnswer.init) { idaas in
      do throws(IDTokenRefusal) {
        _ = try await idaas.verify(Secret(idToken))
        return .success("success")
      } catch {
        // "May also return error codes listed at the end": the service's own code where it refused to give its keys.
        return error.error.returnCode == nil ? BCAnswer(error) : BCAnswer(error.error)
      }
    }
  }

  /// Reads who a token says is signed in, without checking it: for showing a name.
  public func getUserInfoFromIdToken(
    withIdToken idToken: String,
    andWithCallBack callback: @escaping BCIDAIdTokenGetInfoHandlerBlock
  ) {
    common.deliver(callback) {
      do throws(OAuthError) {
        return .success(.object(try IDaaSUser(unverified: Secret(idToken)).claims))
      } catch {
        return .failure(.string(error.reason))
      }
    }
  }
}
