// SPDX-License-Identifier: Apache-2.0

import CoatcheckIDaaS
import CoatcheckIDaaSProtocol
import CoatcheckJOSE
import CoatcheckOAuth

/// The validation of ID tokens in the old SDK.
///
/// | | code | data |
/// |---|---|---|
/// | check | 0 | success |
/// | | 1 | no token, or no domain or client id |
/// | | 102 | the public key is unavailable |
/// | | 103 | the token is not authentic |
/// | | 106 | the token has expired |
/// | | 107 | the token is for another client id |
/// | | the service's code | the service does not return its keys |
/// | user | 0 | the claims |
/// | | 1 | the token cannot be read |
public final class BCIDAIDTokenManager: Sendable {
  private static let shared = BCIDAIDTokenManager()
  private var common: BCIDACommonManager { .sharedInstance() }

  private init() {}

  /// The only instance.
  public static func sharedInstance() -> BCIDAIDTokenManager { shared }

  /// Validates an ID token: that it is authentic, has not expired, and is for this application:
  /// [OpenID Connect Core §3.1.3.7](https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation).
  ///
  /// New code calls `IDaaS.verify(_:)`.
  ///
  /// - Parameters:
  ///   - idToken: The ID token, a compact JWT.
  ///   - callback: Called once, with the code and a text.
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

  /// Reads the claims of an ID token without validating it: use them to show a name, and not to decide
  /// about access.
  ///
  /// New code uses `IDaaSUser(unverified:)`.
  ///
  /// - Parameters:
  ///   - idToken: The ID token, a compact JWT.
  ///   - callback: Called once, with 0 and the claims as a dictionary, or with 1 and a text.
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
