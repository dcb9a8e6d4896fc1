// SPDX-License-Identifier: Apache-2.0

#if NIO
  import AsyncHTTPClient
  public import CoatcheckClient
  public import CoatcheckOAuth
  public import Foundation
  public import HTTPTypes
  import NIOCore
  import NIOFoundationCompat
  import NIOHTTP1
  import NIOHTTPCompression
  import Synchronization

  /// The transport of Linux, on AsyncHTTPClient.
  ///
  /// Redirects are returned and not followed, and there are no cookies and no cache. The deadline
  /// applies to head and body together; for a stream it is the maximum time without a byte. A body that
  /// exceeds the limit is cut off while it is received, and so is one that becomes more than 25 times
  /// as long by decompression.
  ///
  /// One is enough for a program: ``shared``.
  public final class AsyncHTTPTransport: HTTPTransport {
    /// The transport that the whole program can share. Its connections are opened when they are needed.
    public static let shared = AsyncHTTPTransport()

    /// The clients for requests without TLS.
    private let plain: HTTPClients
    /// The clients for requests with TLS, separate ones for each of the most recently used hosts.
    private let hosts = Mutex(HostClients())
    private let uploadLoop: any EventLoop
    private let rules: ProxyRules
    private let trust: TrustRules
    private let identities: HostIdentities
    private let environment: RuntimeEnvironment

    /// Creates a transport with connections of its own.
    ///
    /// - Parameters:
    ///   - proxies: Which requests go through a proxy; as the environment variables of the process say,
    ///     unless given.
    ///   - trust: The certificates that are trusted, by host; those that the system trusts, unless
    ///     given.
    ///   - identities: The client certificates, by host; none unless given.
    ///   - environment: Waits for the deadline, and has the wall clock by which a pinned certificate is
    ///     valid.
    public init(
      proxies: ProxyRules = ProxyRules { ProcessInfo.processInfo.environment[$0] },
      trust: TrustRules = .system, identities: HostIdentities = .none,
      environment: RuntimeEnvironment = .live
    ) {
      rules = proxies
      self.trust = trust
      self.identities = identities
      self.environment = environment
      uploadLoop = HTTPClient.defaultEventLoopGroup.any()
      plain = HTTPClients(uploadLoop: uploadLoop, through: proxies.proxy)
    }

    /// Sends a request and reads the whole response.
    ///
    /// - Throws: `unreachable` with `timedOut` at the deadline, `cancelled` or `connectionFailed`;
    ///   `unreadable` with `certificateMismatch` when the server's certificate is not trusted: nothing
    ///   was sent; `unreadable` when the response is not HTTP, is longer than the limit or cannot be
    ///   decompressed; `misused` when the request cannot be sent. The error does not quote the request.
    public func send(
      _ request: HTTPRequest, body: Data, limit: ResponseLimit
    ) async throws(OAuthError) -> (head: HTTPResponse, body: Data) {
      let endpoint = try request.endpoint()
      return try await Self.within(limit, of: endpoint, environment) {
        try await self.withClient(for: endpoint) { client in
          try await Self.exchange(request, body, with: endpoint, over: client, limit)
        }
      }
    }

    /// Runs a request with the deadline of the limit, and converts its errors. The converted errors do
    /// not quote the request.
    static func within(
      _ limit: ResponseLimit, of endpoint: Endpoint, _ environment: RuntimeEnvironment,
      _ answer: @escaping @Sendable () async throws -> (head: HTTPResponse, body: Data)
    ) async throws(OAuthError) -> (head: HTTPResponse, body: Data) {
      let late = OAuthError.unreachable(
        .timedOut, "\(endpoint.authority) did not answer within \(limit.deadline).")
      do {
        return try await withDeadline(
          limit.deadline, environment: environment, otherwise: late, answer)
      } catch {
        throw failure(error, authority: endpoint.authority)
      }
    }

    /// Sends a request and reads the whole response.
    static func exchange(
      _ request: HTTPRequest, _ body: Data, with endpoint: Endpoint, over client: HTTPClient,
      _ limit: ResponseLimit
    ) async throws -> (head: HTTPResponse, body: Data) {
      var outgoing = outgoing(request, to: endpoint)
      if !body.isEmpty { outgoing.body = .bytes(ByteBuffer(data: body)) }
      let response = try await client.execute(outgoing, deadline: .distantFuture)
      let head = head(of: response)
      return (head, try await Self.body(of: response, limit: limit, status: head.status.code))
    }

    /// Runs `body` with the HTTP client for an endpoint. The client is retained meanwhile, so that its
    /// connections stay open.
    private func withClient<Answer>(
      for endpoint: Endpoint, isUpload: Bool = false,
      _ body: (HTTPClient) async throws -> Answer
    ) async throws -> Answer {
      let clients = endpoint.scheme == "https" ? clients(for: endpoint.authority) : plain
      defer { withExtendedLifetime(clients) {} }
      let proxy = rules.proxy(forScheme: endpoint.scheme, authority: endpoint.authority)
      return try await body(clients.client(isUpload: isUpload, isProxied: proxy != nil))
    }

    private func clients(for authority: String) -> HTTPClients {
      hosts.withLock { hosts in
        hosts.clients(for: authority) {
          HTTPClients(uploadLoop: uploadLoop, through: rules.proxy) { configuration in
            TrustedTLS.configure(
              &configuration, for: authority,
              trusting: trust.rule(for: authority) ?? .system,
              showing: identities.identity(for: authority), environment)
          }
        }
      }
    }

    private static func outgoing(
      _ request: HTTPRequest, to endpoint: Endpoint
    ) -> HTTPClientRequest {
      var outgoing = HTTPClientRequest(url: endpoint.text)
      outgoing.method = HTTPMethod(rawValue: request.method.rawValue)
      for field in request.headerFields.lines {
        outgoing.headers.add(name: field.name.rawName, value: field.value)
      }
      if request.headerFields[.userAgent] == nil {
        outgoing.headers.add(name: "User-Agent", value: "Coatcheck")
      }
      return outgoing
    }

    private static func head(of response: HTTPClientResponse) -> HTTPResponse {
      var fields = HTTPFields()
      for (name, value) in response.headers {
        if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
      }
      return HTTPResponse(
        status: .init(code: Int(response.status.code), reasonPhrase: response.status.reasonPhrase),
        headerFields: fields)
    }

    /// Sends a request whose body may be a stream, and returns when the head of the response was
    /// received.
    ///
    /// - Throws: As ``send(_:body:limit:)``; `misused` also when the body cannot be read.
    public func open(
      _ request: HTTPRequest, body: RequestBody, limit: ResponseLimit
    ) async throws(OAuthError) -> StreamedResponse {
      let request = try request.typed(for: body)
      let endpoint = try request.endpoint()
      let authority = endpoint.authority
      let chunks: RequestBody.BodyChunks? = body.isEmpty ? nil : try await body.chunks()
      return try await Transfer.open(
        request, limit: limit, environment: environment,
        late: .unreachable(
          .timedOut, "No data was sent to or received from \(authority) for \(limit.deadline)."),
        failure: { Self.failure($0, authority: authority) }
      ) { transfer in
        try await self.run(transfer, Self.outgoing(request, to: endpoint), chunks, on: endpoint)
      }
    }

    /// Sends the body of the request and receives the response concurrently. The exchange ends with the
    /// response, even if not the whole body was sent.
    private func run(
      _ transfer: Transfer, _ request: HTTPClientRequest, _ chunks: RequestBody.BodyChunks?,
      on endpoint: Endpoint
    ) async throws {
      let feed = RendezvousChannel<Data>()
      var outgoing = request
      if let chunks {
        outgoing.headers.remove(name: "Content-Length")
        let length = chunks.length
        outgoing.body = .stream(
          Feed(feed: feed, loop: uploadLoop, rest: length),
          length: length.map { .known($0) } ?? .unknown)
      }
      try await withClient(for: endpoint, isUpload: chunks != nil) { [outgoing] client in
        try await Self.run(transfer, outgoing, chunks, through: feed, over: client)
      }
    }

    private static func run(
      _ transfer: Transfer, _ request: HTTPClientRequest, _ chunks: RequestBody.BodyChunks?,
      through feed: RendezvousChannel<Data>, over client: HTTPClient
    ) async throws {
      try await withThrowingTaskGroup(of: Bool.self) { group in
        defer { group.cancelAll() }
        if let chunks {
          group.addTask {
            do {
              try await transfer.send(chunks, through: feed)
            } catch let error as OAuthError where error.code == .cancelled && !Task.isCancelled {
              // The server accepts no more chunks, or the body was cancelled by the program. The task
              // below throws the reason, or receives the whole response.
            }
            return false
          }
        }
        group.addTask {
          defer { feed.finish(.programCancelled) }
          let response = try await client.execute(request, deadline: .distantFuture)
          try await transfer.received(head(of: response))
          for try await part in response.body {
            try await transfer.received(chunk: Data(buffer: part))
          }
          return true
        }
        while let isOver = try await group.next(), !isOver {}
      }
    }

    private static func body(
      of response: HTTPClientResponse, limit: ResponseLimit, status: Int
    ) async throws -> Data {
      let tooLong = OAuthError.unreadable(
        .replyMalformed, "The response is longer than \(limit.bytes) bytes.", status: status)
      if let length = response.headers.first(name: "Content-Length").flatMap(Int.init),
        length > limit.bytes
      {
        throw tooLong
      }
      var body = Data()
      for try await part in response.body {
        guard body.count + part.readableBytes <= limit.bytes else { throw tooLong }
        body.append(contentsOf: part.readableBytesView)
      }
      return body
    }

    /// Converts an error of AsyncHTTPClient. Its text is not used, since it may quote the request.
    private static func failure(_ error: any Error, authority: String) -> OAuthError {
      if let known = OAuthError.known(error) { return known }
      switch error {
      case let error as HTTPClientError where error == .cancelled:
        return .programCancelled
      case let error as HTTPClientError
      where [.connectTimeout, .deadlineExceeded, .readTimeout].contains(error):
        return .unreachable(.timedOut, "\(authority) did not answer in time.")
      // A response that ends early is a closed connection, not a peer that does not speak HTTP.
      case let error as HTTPParserError where error != .invalidEOFState:
        return .unreadable(.replyMalformed, "\(authority) answered with something else than HTTP.")
      case let error where CertificateFailure.isOne(error):
        return .certificateMismatch(
          "The certificate of \(authority) is not trusted, or is for another host.")
      case let error where "\(type(of: error))" == "DecompressionError":
        return .unreadable(.replyMalformed, "The response of \(authority) cannot be decompressed.")
      default:
        return .unreachable(
          .connectionFailed,
          "\(authority) could not be reached, or closed the connection (\(type(of: error)))."
        ).caused(by: NetworkFailure(error))
      }
    }
  }
#endif
