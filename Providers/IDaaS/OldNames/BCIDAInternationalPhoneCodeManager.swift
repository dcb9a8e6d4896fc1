// SPDX-License-Identifier: Apache-2.0

import CoatcheckIDaaS
import CoatcheckIDaaSProtocol
import CoatcheckJOSE
import CoatcheckOAuth

/// The list of countries and their phone codes in the old SDK. The handler is called with 0 and a
/// dictionary, or with the code of an error and a text.
public final class BCIDAInternationalPhoneCodeManager: Sendable {
  private init() {}

  /// Requests the list. The name has the spelling of the document. New code calls `IDaaS.areaCodes()`.
  ///
  /// - Parameter resultHander: Called once, with the list or an error.
  public static func getInternaltionalAreaCode(
    completionHandler resultHander: @escaping BCSMSGetInternationalAreaCodeHandlerBlock
  ) {
    BCIDACommonManager.sharedInstance().answer(resultHander, failing: BCAnswer.init) {
      idaas throws(OAuthError) in
      .success(.object(try await idaas.areaCodes().json))
    }
  }
}
