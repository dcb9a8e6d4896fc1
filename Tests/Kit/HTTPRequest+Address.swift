// SPDX-License-Identifier: Apache-2.0
public import Coatcheck
public import Foundation
public import HTTPTypes

extension HTTPRequest {
  /// A request to a whole address with a scheme.
  public init(_ method: Method = .get, to address: String, fields: HTTPFields = [:]) {
    let parts = address.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    self.init(
      method: method, scheme: String(parts[0].dropLast()), authority: String(parts[2]),
      path: "/" + (parts.count > 3 ? parts[3] : ""), headerFields: fields)
  }

  /// The whole address.
  public var address: String { "\(scheme ?? "")://\(authority ?? "")\(path ?? "")" }
}

extension HTTPTransport {
  /// Sends a request with the standard limit.
  public func send(
    _ request: HTTPRequest, body: Data = Data()
  ) async throws(OAuthError) -> (head: HTTPResponse, body: Data) {
    try await send(request, body: body, limit: .standard)
  }

  /// Opens a request with the standard limit.
  public func open(
    _ request: HTTPRequest, body: RequestBody = .empty
  ) async throws(OAuthError) -> StreamedResponse {
    try await open(request, body: body, limit: .standard)
  }
}
