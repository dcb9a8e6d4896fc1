// SPDX-License-Identifier: Apache-2.0
import CoatcheckTesting
import CoatcheckJOSE
import CoatcheckServer
import Foundation
import HTTPTypes

/// The resource endpoint.
extension OCLCService {
  /// A bibliographic record, for an access token or a signature.
  func record(_ request: ServedRequest, _ now: Date) -> ServedResponse {
    guard let number = Int(request.path.dropFirst("/bib/data/".count)), number > 0 else {
      return .standIn(.notFound, html: "<html><body><h1>Not found</h1></body></html>")
    }
    var json: JSONObject = ["oclcNumber": .number(JSONNumber(number))]
    let field = request.head.headerFields[.authorization] ?? ""
    if field.lowercased().hasPrefix("bearer ") {
      guard let grant = tokens.access(String(field.dropFirst(7)), now: now) else {
        return OCLCErrorForm.xml.response(
          OCLCRefusal("invalid_token", "The access token is invalid.", status: .unauthorized))
      }
      json["by"] = "token"
      json["principalID"] = grant.user.map { .string($0.id) }
      json["institution"] = grant.notes["context"].map(JSONValue.string)
    } else if field.isEmpty {
      return OCLCErrorForm.challengeText.response(
        OCLCRefusal("invalid_request", "Neither token nor signature.", status: .unauthorized))
    } else {
      do throws(OCLCRefusal) {
        let signed = try signatures.check(request, clients: clients, now: now)
        json["by"] = "signature"
        json["principalID"] = signed.principalID.map(JSONValue.string)
        json["principalIDNS"] = signed.principalIDNS.map(JSONValue.string)
      } catch {
        return OCLCErrorForm.xml.response(error)
      }
    }
    return .standIn(json: json)
  }
}
