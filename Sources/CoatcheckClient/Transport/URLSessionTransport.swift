// SPDX-License-Identifier: Apache-2.0

// Never compiled on an Apple system, nor run on one: on Linux it runs against a stand-in of the URL loading system. The
// one that Linux has is unfit for the protocol (it hangs on a 401 with `WWW-Authenticate: Basic`).

#if canImport(Darwin) || APPLE_SHIMS
  public import CoatcheckOAuth
  public import Foundation
  public import HTTPTypes
  #if APPLE_SHIMS
    import URLLoadingShim
  #endif

  /// The transport of Apple's platforms, on URLSession.
  ///
  /// Redirects are returned and not followed; there are no cookies, no stored credentials and no
  /// cache. One transport has one session, so that its connections are used again: make one for each set of
  /// trust rules, and keep it.
  public final class URLSessionTransport: HTTPTransport {
    /// The transport with the trust of the system, shared by the whole program.
    public static let shared = URLSessionTransport()

    private let environment: RuntimeEnvironment
    private let session: URLSession
    private let trust: TrustRules

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - trust: Which certificates are trusted; what the system trusts, unless given.
    ///   - environment: What waits for the deadline, and says whether a pinned certificate is valid now.
    public init(trust: TrustRules = .system, environment: RuntimeEnvironment = .live) {
      self.trust = trust
      self.environment = environment
      let configuration = URLSessionConfiguration.ephemeral
      configuration.httpShouldSetCookies = false
      configuration.httpCookieStorage = nil
      configuration.urlCredentialStorage = nil
      configuration.urlCache = nil
      configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
      configuration.waitsForConnectivity = false
      // A delegate belongs to a request: a session would keep its own one alive.
      session = URLSession(configuration: configuration)
    }

    deinit { session.finishTasksAndInvalidate() }

    /// Sends a request, and reads the whole response.
    public func send(
      _ request: HTTPRequest, body: Data, limit: ResponseLimit
    ) async throws(OAuthError) -> (head: HTTPResponse, body: Data) {
      let endpoint = try request.endpoint()
      var outgoing = Self.outgoing(request, to: endpoint)
      if !body.isEmpty { outgoing.httpBody = body }
      let late = OAuthError.unreachable(
        .timedOut, "\(endpoint.authority) did not answer within \(limit.deadline).")
      let delegate = RequestDelegate(.empty, ServerTrust(trust, environment))
      do {
        return try await withDeadline(limit.deadline, environment: environment, otherwise: late) {
          [outgoing, session] in
          let (bytes, response) = try await session.bytes(for: outgoing, delegate: delegate)
          let head = try Self.head(of: response)
          let tooLong = OAuthError.unreadable(
            .replyMalformed, "The response is longer than \(limit.bytes) bytes.",
            status: head.status.code)
          if let length = head.announcedLength(to: request.method), length > limit.bytes {
            throw tooLong
          }
          var body = Data()
          for try await byte in bytes {
            guard body.count < limit.bytes else { throw tooLong }
            body.append(byte)
          }
          return (head, body)
        }
      } catch {
        throw delegate.failure(error)
          ?? OAuthError.unreachable(
            .connectionFailed, "\(endpoint.authority) could not be reached."
          ).caused(by: NetworkFailure(error))
      }
    }

    /// Sends a request whose body may be a file that is read while it is sent, and returns when the
    /// head of the response is there.
    ///
    /// The response to a file is read as a whole, as the system gives it. Chunks that the program makes,
    /// and bodies of several parts, are read into memory before they are sent, 64 MiB at most.
    public func open(
      _ request: HTTPRequest, body: RequestBody, limit: ResponseLimit
    ) async throws(OAuthError) -> StreamedResponse {
      let request = try request.typed(for: body)
      let endpoint = try request.endpoint()
      var outgoing = Self.outgoing(request, to: endpoint)
      let delegate = RequestDelegate(body, ServerTrust(trust, environment))
      var file: URL?
      if case .file(let path) = body.source {
        // Opening the file checks that it can be sent.
        _ = try await body.chunks().length
        file = URL(fileURLWithPath: path)
      } else if !body.isEmpty {
        outgoing.httpBody = try await body.reporting(nil).collected(upTo: 64 << 20)
      }
      let authority = endpoint.authority
      return try await Transfer.open(
        request, limit: limit, environment: environment,
        late: .unreachable(
          .timedOut, "No data was sent to or received from \(authority) for \(limit.deadline)."),
        failure: {
          delegate.failure($0)
            ?? OAuthError.unreachable(
              .connectionFailed, "\(authority) could not be reached, or closed the connection."
            ).caused(by: NetworkFailure($0))
        }
      ) { [outgoing, session, file] transfer in
        delegate.watch(transfer)
        if let file {
          // The system knows the length of a file and can read it again; a stream it would send in
          // chunks, which servers may refuse with 411.
          let (data, response) = try await session.upload(
            for: outgoing, fromFile: file, delegate: delegate)
          try await transfer.received(Self.head(of: response))
          if !data.isEmpty { try await transfer.received(chunk: data) }
          return
        }
        let (bytes, response) = try await session.bytes(for: outgoing, delegate: delegate)
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

    /// The request without the fields that belong to the system: it knows the length of the body.
    private static func outgoing(_ request: HTTPRequest, to endpoint: Endpoint) -> URLRequest {
      var outgoing = URLRequest(url: endpoint.url)
      outgoing.httpMethod = request.method.rawValue
      for field in request.headerFields.lines where !reserved.contains(field.name) {
        outgoing.addValue(field.value, forHTTPHeaderField: field.name.rawName)
      }
      // This library has its own deadlines: whether this interval or the session's counts is not
      // documented.
      outgoing.timeoutInterval = 7 * 86_400
      return outgoing
    }

    private static let reserved: Set<HTTPField.Name> = [.contentLength, .connection]

    /// The head of a response. The system joins fields with the same name by commas.
    private static func head(of response: URLResponse) throws(OAuthError) -> HTTPResponse {
      guard let response = response as? HTTPURLResponse else {
        throw .unreadable(.replyMalformed, "The response is not HTTP.")
      }
      var fields = HTTPFields()
      for (name, value) in response.allHeaderFields {
        guard let name = (name as? String).flatMap({ HTTPField.Name($0) }),
          let value = value as? String
        else { continue }
        let lines = name == .wwwAuthenticate ? HTTPChallenge.separated(value) : [value]
        for line in lines { fields.append(HTTPField(name: name, value: line)) }
      }
      return HTTPResponse(status: .init(code: response.statusCode), headerFields: fields)
    }
  }
#endif
