// SPDX-License-Identifier: Apache-2.0

import CoatcheckIDaaSProtocol
public import CoatcheckJOSE
import CoatcheckOAuth

/// The document's list of countries: 0 and a dictionary, or an error's code and a text.
public final class BCIDAInternationalPhoneCodeManager: Sendable {
  private let common: BCIDACommonManager

  /// The list.
  public init(_ common: BCIDACommonManager) { self.common = common }

  /// Gets the list. The document spells it so.
  public func getInternaltionalAreaCodeWithCompletionHandler(
    _ handler: @escaping BCSMSGetInternationalAreaCodeHandlerBlock
  ) {
    common.answer(handler) { idaas in
      do throws(OAuthError) {
        return BCAnswer(BCCode.success, .dictionary(try await idaas.areaCodes().json))
      } catch {
        return BCAnswer(error)
      }
    }
  }

  /// `parseDictionary:andWithMoile:`, which every app of the document writes for itself: whether a number is one
  /// of the countries' mobile numbers.
  public static func parseDictionary(_ dictionary: JSONObject, andWithMoile mobile: String) -> Bool
  {
    guard let codes = try? AreaCodes(json: dictionary) else { return false }
    return codes.number(mobile) != nil
  }
}
