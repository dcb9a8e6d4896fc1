// SPDX-License-Identifier: Apache-2.0
public import CoatcheckClient
public import CoatcheckOAuth
import Foundation
public import HTTPTypes

/// A headless browser: it sends requests, stores cookies, and returns every response as it is.
///
/// It follows no redirects; ``ScriptedUserAgent`` does that.
public struct TestBrowser: Sendable {
  /// A response of a server.
  public struct Page: Sendable {
    /// The requested address.
    public let url: String
    /// The status and the header fields.
    public let head: HTTPResponse
    /// The body as text; bytes that are not UTF-8 are replaced.
    public let text: String

    /// The status code.
    public var status: Int { head.status.code }
    /// Where a redirect leads, as an absolute address; nil without a `Location` field.
    public var location: String? {
      guard let location = head.headerFields[.location] else { return nil }
      return WebAddress(url)?.following(location) ?? location
    }
    /// The forms of the page.
    public var forms: [HTMLForm] { HTMLForms.parse(text) }
  }

  /// The stored cookies.
  public let cookies: CookieJar
  private let transport: any HTTPTransport

  /// Creates a browser.
  ///
  /// - Parameters:
  ///   - transport: Sends the requests; it must not follow redirects.
  ///   - cookies: The cookies; an empty jar by default.
  public init(transport: any HTTPTransport, cookies: CookieJar = CookieJar()) {
    self.transport = transport
    self.cookies = cookies
  }

  /// Sends a `GET` request.
  ///
  /// - Parameters:
  ///   - url: The absolute address, with `http` or `https`.
  ///   - fields: Further header fields.
  /// - Throws: `misused` for an address that is not http or https; the errors of the transport.
  public func get(_ url: String, fields: HTTPFields = [:]) async throws(OAuthError) -> Page {
    try await send(.get, url, body: nil, fields: fields)
  }

  /// Sends a form with a `POST` request.
  ///
  /// - Parameters:
  ///   - url: The absolute address, with `http` or `https`.
  ///   - form: The parameters in the body.
  ///   - fields: Further header fields.
  /// - Throws: As ``get(_:fields:)``.
  public func post(
    _ url: String, _ form: Parameters, fields: HTTPFields = [:]
  ) async throws(OAuthError) -> Page {
    try await send(.post, url, body: form.encoded, fields: fields)
  }

  /// Sends a request.
  ///
  /// - Parameters:
  ///   - method: The method of the request.
  ///   - url: The absolute address, with `http` or `https`.
  ///   - body: The encoded form; nil for a request without a body.
  ///   - fields: Further header fields. The browser sets `Cookie` itself.
  /// - Throws: As ``get(_:fields:)``.
  public func send(
    _ method: HTTPRequest.Method, _ url: String, body: String?, fields: HTTPFields = [:]
  ) async throws(OAuthError) -> Page {
    guard let address = WebAddress(url) else {
      throw .misused("url", "a browser opens http and https addresses only")
    }
    var fields = fields
    if body != nil, fields[.contentType] == nil {
      fields[.contentType] = "application/x-www-form-urlencoded"
    }
    if fields[.accept] == nil { fields[.accept] = "text/html" }
    if let cookies = cookies.header(host: address.host) { fields[.cookie] = cookies }
    let request = HTTPRequest(
      method: method, scheme: address.scheme, authority: address.authority, path: address.target,
      headerFields: fields)
    let (head, data) = try await transport.send(
      request, body: Data((body ?? "").utf8), limit: .standard)
    cookies.store(head.headerFields[values: .setCookie], host: address.host)
    return Page(url: url, head: head, text: String(decoding: data, as: UTF8.self))
  }
}
