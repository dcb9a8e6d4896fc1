// SPDX-License-Identifier: Apache-2.0

import CoatcheckIDaaSProtocol
import CoatcheckOAuth

/// The document's binding and registering for apps that have pages of their own.
///
/// | code | data |
/// |---|---|
/// | 0 | `session_token`, `id_token`, `expire`, `status` |
/// | 1 | a text |
/// | the service's code | a text |
public final class BCWeiboBindOrRegistManager: Sendable {
  private let common: BCIDACommonManager

  /// Binding and registering.
  public init(_ common: BCIDACommonManager) { self.common = common }

  /// Binds the phone number of an existing user.
  public func weiboBindWithMobile(
    _ mobile: String, andWithVerifyCode verifyCode: String, andWithStateToken stateToken: String,
    andWithCompletionHandler handler: @escaping BCWeiboBindCompleteHandler
  ) {
    settle(
      BindSocial(
        stateToken: Secret(stateToken), contact: .mobile(mobile), code: Secret(verifyCode)),
      [("mobile", mobile), ("verify_code", verifyCode), ("state_token", stateToken)], handler)
  }

  /// Registers the phone number, and binds it.
  public func weiboRegistWithMobile(
    _ mobile: String, andWithVerifyCode verifyCode: String, andWithStateToken stateToken: String,
    andWithCompletionHandler handler: @escaping BCWeiboRegistCompleteHandler
  ) {
    settle(
      RegisterSocial(
        stateToken: Secret(stateToken), contact: .mobile(mobile), code: Secret(verifyCode)),
      [("mobile", mobile), ("verify_code", verifyCode), ("state_token", stateToken)], handler)
  }

  private func settle<Call: IDaaSCall>(
    _ call: Call, _ parameters: [(name: String, value: String)], _ handler: @escaping BCHandler
  ) where Call.Reply == LoginReply {
    let common = common
    common.answer(handler) { idaas in
      if let missing = parameters.first(where: \.value.isEmpty) {
        return BCAnswer(BCCode.failure, "Parameter \(missing.name) cannot be left blank.")
      }
      do throws(OAuthError) {
        return try await common.settled(idaas.perform(call), idaas)
      } catch {
        return BCAnswer(error)
      }
    }
  }
}
