// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
import HTTPTypes
import CoatcheckFoundation

extension ProviderErrors {
  /// `errorCode` with `message`, or the specification's pair, or both in one object.
  ///
  /// Only a response with an error status is one: such a service may let apps store objects with any members.
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
