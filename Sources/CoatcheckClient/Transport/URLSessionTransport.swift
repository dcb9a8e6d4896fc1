// SPDX-License-Identifier: Apache-2.0

// This file was never compiled on an Apple platform: it was written on Linux, where URLSession is
// unfit for the protocol (it hangs on a 401 with `WWW-Authenticate: Basic`).
#if canImport(Darwin)
  public import CoatcheckOAuth
  public import Foundation
  public import HTTPTypes
  import Synchronization

  /// The transport of Apple's platforms, on URLSession.
  ///
  /// Redirects are returned and not followed; there are no cookies, no stored credentials and no
  /// cache.
  public final class URLSessionTransport: HTTPTransport {
    private let environment: RuntimeEnvironment
    private let configuration: URLSessionConfiguration
    private let trust: TrustRules

    /// A transport.
    ///
    /// - Parameters:
    ///   - trust: Which certificates are trusted; what the system trusts, unless given.
    ///   - environment: What waits for the deadline, and says whether a pinned certificate is valid
    ///     now.
    public init(trust: TrustRules = .system, environment: RuntimeEnvironment = .live) {
      self.trust = trust
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
      for field in request.headerFields.lines {
        outgoing.addValue(field.value, forHTTPHeaderField: field.name.rawName)
      }
      if !body.isEmpty { outgoing.httpBody = body }
      let late = OAuthError.unreachable(
        .timedOut, "\(endpoint.authority) did not answer within \(limit.deadline).")
      let session = URLSession(configuration: configuration)
      defer { session.finishTasksAndInvalidate() }
      let delegate = RequestDelegate(.empty, ServerTrust(trust, environment))
      do {
        return try await withDeadline(limit.deadline, environment: environment, otherwise: late) {
          [outgoing] in
          let (bytes, response) = try await session.bytes(for: outgoing, delegate: delegate)
          guard let response = response as? HTTPURLResponse else {
            throw OAuthError.unreadable(.replyMalformed, "The response is not HTTP.")
          }
          var body = Data()
          for try await byte in bytes {
            guard body.count < limit.bytes else {
              throw OAuthError.unreadable(
                .replyMalformed, "The response is longer than \(limit.bytes) bytes.",
                status: response.statusCode)
            }
            body.append(byte)
          }
          return (Self.head(of: response), body)
        }
      } catch {
        throw delegate.trust.refusal ?? OAuthError.known(error)
          ?? .unreachable(.connectionFailed, "\(endpoint.authority) could not be reached.")
      }
    }

    /// Sends a request whose body may be a file that is read while it is sent, and returns when the
    /// head of the response is there. Chunks that the program makes, and bodies of several parts,
    /// are read into memory before, 64 MiB at most.
    public func open(
      _ request: HTTPRequest, body: RequestBody, limit: ResponseLimit
    ) async throws(OAuthError) -> StreamedResponse {
      let request = try request.typed(for: body)
      let endpoint = try request.endpoint()
      var outgoing = URLRequest(url: endpoint.url)
      outgoing.httpMethod = request.method.rawValue
      for field in request.headerFields.lines {
        outgoing.addValue(field.value, forHTTPHeaderField: field.name.rawName)
      }
      // What an upload that takes its time waits for is the watch of the transfer.
      outgoing.timeoutInterval = 7 * 86_400
      let upload = RequestDelegate(body, ServerTrust(trust, environment))
      if case .file(let path) = body.source {
        // Opening the file is what tells whether it can be sent.
        let length = try await body.chunks().length
        outgoing.httpBodyStream = InputStream(fileAtPath: path)
        outgoing.setValue(length.map { "\($0)" }, forHTTPHeaderField: "Content-Length")
      } else if !body.isEmpty {
        outgoing.httpBody = try await body.reporting(nil).collected(upTo: 64 << 20)
      }
      let session = URLSession(configuration: configuration)
      let authority = endpoint.authority
      return try await Transfer.open(
        request, limit: limit, environment: environment,
        late: .unreachable(
          .timedOut, "No data was sent to or received from \(authority) for \(limit.deadline)."),
        failure: {
          upload.trust.refusal ?? OAuthError.known($0)
            ?? .unreachable(
              .connectionFailed, "\(authority) could not be reached, or closed the connection.")
        }
      ) { [outgoing] transfer in
        defer { session.finishTasksAndInvalidate() }
        upload.watch(transfer)
        let (bytes, response) = try await session.bytes(for: outgoing, delegate: upload)
        guard let response = response as? HTTPURLResponse else {
          throw OAuthError.unreadable(.replyMalformed, "The response is not HTTP.")
        }
        try await transfer.received(Self.head(of: response))
        var chunk = Data()
        for try await byte in bytes {
          chunk.append(byte)
          guard chunk.count == 64 << 10 else { continue }
          try await transfer.received(chunk: chunk)
          chunk = Data()
        }
        if !chunk.isEmpty { try await transfer.received(chunk: chunk) }
      }
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

  /// Watches one request: looks at the server's certificate, refuses redirects so that the
  /// redirecting answer itself is returned, tells how far the body came, and opens its file again
  /// if needed.
  private final class RequestDelegate: NSObject, URLSessionTaskDelegate {
    let trust: ServerTrust
    private let body: RequestBody
    private let transfer = Mutex<Transfer?>(nil)

    init(_ body: RequestBody, _ trust: ServerTrust) {
      self.body = body
      self.trust = trust
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
      trust.answer(challenge)
    }

    func watch(_ transfer: Transfer) { self.transfer.withLock { $0 = transfer } }

    func urlSession(
      _ session: URLSession, task: URLSessionTask,
      willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest
    ) async -> URLRequest? {
      nil
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64,
      totalBytesSent: Int64, totalBytesExpectedToSend: Int64
    ) {
      transfer.withLock { $0 }?.moved()
      let total = totalBytesExpectedToSend >= 0 ? totalBytesExpectedToSend : nil
      body.onSent?(totalBytesSent, total)
    }

    func urlSession(
      _ session: URLSession, needNewBodyStreamForTask task: URLSessionTask
    ) async -> InputStream? {
      guard case .file(let path) = body.source else { return nil }
      return InputStream(fileAtPath: path)
    }
  }
#endif
