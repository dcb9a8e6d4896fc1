// SPDX-License-Identifier: Apache-2.0
import Coatcheck
import CoatcheckOAuth
import Foundation
import HTTPTypes

/// A transport that prints one line for each request and response, with every secret masked.
struct NarratingTransport: HTTPTransport {
  let wire: any HTTPTransport

  func send(
    _ request: HTTPRequest, body: Data, limit: ResponseLimit
  ) async throws(OAuthError) -> (head: HTTPResponse, body: Data) {
    let answer = try await wire.send(request, body: body, limit: limit)
    var told = "\(request.method.rawValue) \(path(of: request))"
    if let scheme = request.headerFields[.authorization]?.split(separator: " ").first {
      told += "  Authorization: \(scheme) ••••"
    }
    if request.headerFields[.contentType]?.hasPrefix("application/x-www-form-urlencoded") == true,
      let form = try? Parameters(decoding: String(decoding: body, as: UTF8.self))
    {
      told += "  " + masked(form)
    }
    Narrator.wire("\(told)  →  \(answer.head.status.code)")
    return answer
  }

  private func path(of request: HTTPRequest) -> String {
    String((request.path ?? "/").prefix { $0 != "?" })
  }

  private func masked(_ form: Parameters) -> String {
    let shown: Set<String> = [
      "grant_type", "client_id", "redirect_uri", "token_type_hint", "scope",
    ]
    return form.names
      .map { "\($0)=\(shown.contains($0) ? form[$0] ?? "" : "••••")" }
      .joined(separator: " ")
  }
}
