// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation
import FuzzDriver

/// Sign-ins that wait for their authorization responses.
enum Known {
  static let start = Date(timeIntervalSince1970: 1_700_000_000)
  static func transaction(_ mode: String) -> AuthorizationTransaction {
    try! AuthorizationTransaction(json: [
      "version": 1, "issuer": "https://op.example", "client_id": "app",
      "redirect_uri": "https://app.example/cb", "response_mode": .string(mode), "state": "st4te",
      "code_verifier": .string(String(repeating: "v", count: 43)), "scope": "openid",
      "iss_required": true, "essential_acrs": [], "nonce": "n0nce",
      "started_at": .number(JSONNumber(1_700_000_000)),
    ])
  }
  static let query = transaction("query")
  static let form = transaction("form_post")
}

/// A callback that is accepted has the registered address, the state and the issuer.
exit(
  drive { start, count in
    let callback = text(start, count)
    if (try? Known.query.reply(from: callback, at: Known.start)) != nil {
      // RFC 3986 §6.2.2.1: scheme and host are the same in any letter case, the path is not.
      let origin = callback.prefix(while: { $0 != "?" }).dropLast("/cb".count)
      require(origin.lowercased() == "https://app.example", "the origin is the registered one")
      require(callback.dropFirst(origin.count).hasPrefix("/cb?"), "the path is the registered one")
      require(callback.contains("st") && callback.contains("op"), "state and issuer are there")
    }
    if let reply = try? Known.form.reply(fromForm: Data(callback.utf8), at: Known.start) {
      require(!"\(reply)".contains("st4te"), "an answer shows no secret")
      let read = try? Parameters(decoding: callback)
      require(read?["state"] == "st4te", "the state is the sign-in's")
      require(read?["iss"] == "https://op.example", "the issuer is the sign-in's")
      require(read?["error"] == nil, "an error is no answer")
    }
    return 0
  })
