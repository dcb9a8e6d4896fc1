// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth
import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request of Foundation with the old library's parameters.
@MainActor
struct OldRequest {
  private let request: URLRequest?
  private let parameters: [AnyHashable: Any]?

  init(_ request: URLRequest?, _ parameters: [AnyHashable: Any]?) {
    self.request = request
    self.parameters = parameters
  }

  /// The head and the body to send, with the parameters in the query or in the body.
  ///
  /// - Throws: `misused` naming `request` or `requestParameters`.
  func sent() throws(OAuthError) -> (head: HTTPRequest, body: RequestBody) {
    guard let request, let url = request.url,
      let parts = URLComponents(url: url, resolvingAgainstBaseURL: true),
      let scheme = parts.scheme, let host = parts.percentEncodedHost,
      let method = HTTPRequest.Method(rawValue: request.httpMethod ?? "GET")
    else { throw .misused("request", "The request has no address, or no method that can be sent.") }
    let type = request.value(forHTTPHeaderField: "Content-Type")
    let body = try body(of: request, method, type)
    var query = parts.percentEncodedQuery ?? ""
    if body == nil, let form = try form() { query += (query.isEmpty ? "" : "&") + form }
    let path = parts.percentEncodedPath
    var fields = HTTPFields()
    for (name, value) in request.allHTTPHeaderFields ?? [:] {
      // The content type of a multipart body is generated: it contains the boundary.
      if body?.contentType != nil, name.lowercased() == "content-type" { continue }
      guard let name = HTTPField.Name(name) else {
        throw .misused("request", "The name of a header field cannot be sent.")
      }
      fields[name] = value
    }
    let head = HTTPRequest(
      method: method, scheme: scheme, authority: host + (parts.port.map { ":\($0)" } ?? ""),
      path: (path.isEmpty ? "/" : path) + (query.isEmpty ? "" : "?" + query), headerFields: fields)
    return (head, body ?? request.httpBody.map(RequestBody.data) ?? .empty)
  }

  /// The body with the parameters; nil if they are in the query.
  private func body(
    of request: URLRequest, _ method: HTTPRequest.Method, _ type: String?
  ) throws(OAuthError) -> RequestBody? {
    guard let parameters, [.post, .put, .patch].contains(method) else { return nil }
    let kind = type?.lowercased() ?? "multipart/form-data"
    if kind.hasPrefix("application/x-www-form-urlencoded") {
      return .data(Data((try form() ?? "").utf8))
    }
    // For other types the old library sent no body. This one sends the body of the request itself.
    guard kind.hasPrefix("multipart/form-data") else { return nil }
    var parts: [FormPart] = []
    for (name, value) in try sorted(parameters) {
      for element in value as? [Any] ?? [value] { parts.append(try part(name, element)) }
    }
    return try .multipart(parts)
  }

  /// A part of a multipart body.
  private func part(_ name: String, _ value: Any) throws(OAuthError) -> FormPart {
    switch value {
    case let file as NXOAuth2FileStreamWrapper: return file.part(named: name)
    case let data as Data: return .data(name: name, data, filename: "unknown")
    case let url as URL where url.isFileURL: return .file(name: name, path: url.path)
    default: return .text(name: name, value: try Self.text(value, name))
    }
  }

  /// The parameters as a form; nil without any. A list becomes one parameter for each of its elements.
  ///
  /// Unlike the parameters of OAuth, those of an app may be repeated or empty.
  private func form() throws(OAuthError) -> String? {
    guard let parameters, !parameters.isEmpty else { return nil }
    var pairs: [String] = []
    for (name, value) in try sorted(parameters) {
      for element in value as? [Any] ?? [value] {
        let text = try Self.text(element, name)
        pairs.append("\(FormEncoding.encode(name))=\(FormEncoding.encode(text))")
      }
    }
    return pairs.joined(separator: "&")
  }

  private func sorted(
    _ parameters: [AnyHashable: Any]
  ) throws(OAuthError) -> [(name: String, value: Any)] {
    var named: [(name: String, value: Any)] = []
    for (name, value) in parameters {
      guard let name = name.base as? String else {
        throw .misused("requestParameters", "The name of a parameter is not a string.")
      }
      named.append((name, value))
    }
    return named.sorted { $0.name < $1.name }
  }

  private static func text(_ value: Any, _ name: String) throws(OAuthError) -> String {
    switch value {
    case let text as String: return text
    case let number as NSNumber: return number.stringValue
    case let url as URL: return url.absoluteString
    case is Data, is NXOAuth2FileStreamWrapper:
      throw .misused("requestParameters", "The parameter “\(name)” can only be a part of a body.")
    default: return "\(value)"
    }
  }
}
