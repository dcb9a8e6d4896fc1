// SPDX-License-Identifier: Apache-2.0

import CoatcheckIDaaS
import CoatcheckIDaaSProtocol
import CoatcheckJOSE
import CoatcheckOAuth

/// The document's list of countries: 0 and a dictionary, or an error's code and a text.
public final class BCIDAInternationalPhoneCodeManager: Sendable {
  private init() {}

  /// Gets the list. The document spells it so.
  public static func getInternaltionalAreaCode(
    completionHandler resultHander: @escaping BCSMSGetInternationalAreaCodeHandlerBlock
  ) {
    BCIDACommonManager.sharedInstance().answer(resultHander, failing: BCAnswer.init) {
      idaas throws(OAuthError) in
      .success(.object(try await idaas.areaCodes().json))
    }
  }
}
