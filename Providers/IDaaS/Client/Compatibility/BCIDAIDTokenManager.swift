// SPDX-License-Identifier: Apache-2.0

import CoatcheckIDaaSProtocol
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
  private let common: BCIDACommonManager

  /// A look at ID tokens.
  public init(_ common: BCIDACommonManager) { self.common = common }

  /// Checks whether a token is authentic, not expired, and for this application.
  public func verifySignWithIdToken(
    _ idToken: String, andWithCallBack handler: @escaping BCIDAIdTokenVerifyHandlerBlock
  ) {
    common.answer(handler) { idaas in
      do throws(IDTokenRefusal) {
        _ = try await idaas.verify(Secret(idToken))
        return BCAnswer(BCCode.success, "success")
      } catch {
        // "May also return error codes listed at the end": the service's own code where it refused to give its keys.
        guard error.error.returnCode == nil else { return BCAnswer(error.error) }
        return BCAnswer(error.code.rawValue, error.error.reason)
      }
    }
  }

  /// Reads who a token says is signed in, without checking it: for showing a name.
  public func getUserInfoFromIdTokenWithIdToken(
    _ idToken: String, andWithCallBack handler: @escaping BCIDAIdTokenGetInfoHandlerBlock
  ) {
    do throws(OAuthError) {
      handler(BCCode.success, .dictionary(try IDaaSUser(unverified: Secret(idToken)).claims))
    } catch {
      handler(BCCode.failure, .text(error.reason))
    }
  }
}
