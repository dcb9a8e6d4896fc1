// SPDX-License-Identifier: Apache-2.0

// This file was never compiled on an Apple platform: it was written on Linux, where URLSession is unfit
// for the protocol (it hangs on a 401 with `WWW-Authenticate: Basic`).
#if canImport(Darwin)
  public import CoatcheckOAuth
  public import Foundation
  public import HTTPTypes

  /// The transport of Apple's platforms, on URLSession.
  ///
  /// Redirects are returned and not followed; there are no cookies, no stored credentials and no cache.
  public final class URLSessionTransport: NSObject, HTTPTransport, URLSessionDataDelegate {
    private let environment: Environment
    private let configuration: URLSessionConfiguration

    /// A transport.
    ///
    /// - Parameter environment: What waits for the deadline.
    public init(environment: Environment = .live) {
      self.environment = environment
      configuration = .ephemeral
      configuration.httpShouldSetCookies = false
      configuration.httpCookieStorage = nil
      configuration.urlCredentialStorage = nil
      configuration.urlCache = nil
      configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    }

    /// Sends a request.
    public func send(
      _ request: HTTPRequest, body: Data, limit: ResponseLimit
    ) async throws(OAuthError) -> (head: HTTPResponse, body: Data) {
      let endpoint = try request.endpoint()
      var outgoing = URLRequest(url: endpoint.url)
      outgoing.httpMethod = request.method.rawValue
      for field in request.headerFields {
        outgoing.addValue(field.value, forHTTPHeaderField: field.name.rawName)
      }
      if !body.isEmpty { outgoing.httpBody = body }
      let late = OAuthError.unreachable(
        .timedOut, "\(endpoint.authority) did not answer within \(limit.deadline).")
      let session = URLSession(configuration: configuration)
      defer { session.finishTasksAndInvalidate() }
      do {
        return try await withDeadline(limit.deadline, environment: environment, otherwise: late) {
          [outgoing] in
          let (bytes, response) = try await session.bytes(for: outgoing, delegate: self)
          guard let response = response as? HTTPURLResponse else {
            throw OAuthError.unreadable(.replyMalformed, "The answer isn't HTTP.")
          }
          var body = Data()
          for try await byte in bytes {
            guard body.count < limit.bytes else {
              throw OAuthError.unreadable(
                .replyMalformed, "The answer is longer than \(limit.bytes) bytes.",
                status: response.statusCode)
            }
            body.append(byte)
          }
          return (Self.head(of: response), body)
        }
      } catch {
        throw OAuthError.known(error)
          ?? .unreachable(.connectionFailed, "\(endpoint.authority) could not be reached.")
      }
    }

    /// Refuses a redirect, so that the redirecting answer itself is returned.
    public func urlSession(
      _ session: URLSession, task: URLSessionTask,
      willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest
    ) async -> URLRequest? {
      nil
    }

    private static func head(of response: HTTPURLResponse) -> HTTPResponse {
      var fields = HTTPFields()
      for (name, value) in response.allHeaderFields {
        guard let name = (name as? String).flatMap(HTTPField.Name.init),
          let value = value as? String
        else { continue }
        fields.append(HTTPField(name: name, value: value))
      }
      return HTTPResponse(status: .init(code: response.statusCode), headerFields: fields)
    }
  }
#endif
