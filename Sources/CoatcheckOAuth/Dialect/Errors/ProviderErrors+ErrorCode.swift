// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
import HTTPTypes
import CoatcheckFoundation

extension ProviderErrors {
  /// Reads an error response with `errorCode` and `message`, with `error` and `error_description`, or with
  /// both pairs.
  ///
  /// The status has to be 400 or above: an object that an app stored at the service may have such members,
  /// too.
  func errorCode(_ source: String, _ head: HTTPResponse, _ body: Data) -> OAuthError? {
    guard head.status.code >= 400, body.count <= 64 << 10,
      let json = try? JSONObject(parsing: [UInt8](body))
    else { return nil }
    let own = json["errorCode"]?.stringValue
    let standard = json["error"]?.stringValue
    guard let name = standard ?? own else { return nil }
    return OAuthError(
      outcome: .refused,
      code: standard.map(OAuthError.Code.init(peer:)) ?? codes[name]
        ?? OAuthError.Code(peer: name), reason: "\(source) refused.", status: head.status.code,
      peer: .init(
        description: json["error_description"]?.stringValue ?? json["message"]?.stringValue,
        code: own))
  }
}
