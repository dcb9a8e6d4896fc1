// SPDX-License-Identifier: Apache-2.0

import Coatcheck
public import CoatcheckClient
public import CoatcheckJOSE
import CoatcheckOAuth
public import HTTPTypes
public import CoatcheckFoundation

/// One request with callbacks: authorized for the user of a ``CallbackClient``, or sent as it is.
///
/// ```swift
/// let connection = CallbackConnection(request, client: oauth, delegate: self)
/// connection.start()
/// ```
///
/// Where no user is signed in, the client's delegate receives `clientNeedsAuthentication` and the request
/// waits. When the token is rejected, it is refreshed and the request is sent once more. Each start has
/// exactly one end. A connection retains itself while it runs.
@MainActor
public final class CallbackConnection {
  /// The request, without an `Authorization` field unless ``client`` is nil.
  public let request: HTTPRequest
  /// The body of the request.
  public let body: RequestBody
  /// The client whose session authorizes the request; nil to send it as it is.
  public let client: CallbackClient?
  /// The transport, limits and redirects.
  public let options: CallbackConnectionOptions
  /// The delegate, which is not retained.
  public weak var delegate: (any CallbackConnectionDelegate)?
  /// Values by which the app identifies the connection.
  public var userInfo = JSONObject()
  /// The head of the response; nil until it has arrived.
  public private(set) var response: HTTPResponse?
  /// The body of the response so far; empty if the options do not keep it.
  public private(set) var data = Data()
  /// Whether it is running.
  public var isRunning: Bool { running != nil }

  private let transport: (any HTTPTransport)?
  private let completion: (@MainActor (CallbackConnectionOutcome) -> Void)?
  private var running: Task<Void, Never>?

  /// Creates a connection that is not started.
  ///
  /// - Parameters:
  ///   - request: The request, without an `Authorization` field unless there is no client.
  ///   - body: The body of the request.
  ///   - client: The client whose session authorizes the request; nil to send it as it is.
  ///   - options: The transport, limits and redirects.
  ///   - delegate: The delegate, which is not retained.
  ///   - completion: Called at the end, once for each start; nil for none.
  public init(
    _ request: HTTPRequest, body: RequestBody = .empty, client: CallbackClient?,
    options: CallbackConnectionOptions = CallbackConnectionOptions(),
    delegate: (any CallbackConnectionDelegate)? = nil,
    completion: (@MainActor (CallbackConnectionOutcome) -> Void)? = nil
  ) {
    self.request = request
    self.body = body
    self.client = client
    transport = options.transport ?? client?.client.transport ?? Self.system
    self.options = options
    self.delegate = delegate
    self.completion = completion
  }

  /// Sends the request. A connection that has ended can be started again; while it runs, this has no
  /// effect.
  ///
  /// - Returns: The connection itself.
  @discardableResult
  public func start() -> CallbackConnection {
    guard running == nil else { return self }
    (response, data) = (nil, Data())
    running = Task { await run() }
    return self
  }

  /// Cancels the request: the delegate receives `didFailWith` with the code `cancelled`. Has no effect
  /// after the end.
  public func cancel() { running?.cancel() }

  private func run() async {
    var error: OAuthError?
    do throws(OAuthError) {
      try await exchange()
    } catch let failure {
      error = failure
    }
    running = nil
    if let error {
      delegate?.connection(self, didFailWith: error)
    } else {
      delegate?.connectionDidFinish(self)
    }
    completion?(CallbackConnectionOutcome(response: response, data: data, error: error))
  }

  private func exchange() async throws(OAuthError) {
    var session: Session?
    if let client { session = try await client.access() }
    let opened = try await open(for: session)
    guard !Task.isCancelled else { throw Self.cancelled }
    response = opened.head
    delegate?.connection(self, didReceive: opened.head)
    var chunks = opened.body.makeAsyncIterator()
    while let chunk = try await chunks.next() {
      guard !Task.isCancelled else { throw Self.cancelled }
      if options.keepsData == .whole { data.append(chunk) }
      delegate?.connection(self, didReceive: chunk)
    }
    guard !Task.isCancelled else { throw Self.cancelled }
    if let error = opened.head.statusError { throw error }
  }

  /// The transport of the platform; nil in a build without one.
  private static var system: (any HTTPTransport)? {
    #if canImport(Darwin) || NIO
      Transports.system
    #else
      nil
    #endif
  }

  private static var cancelled: OAuthError {
    .unreachable(.cancelled, "The program cancelled this.")
  }

  /// The progress of the requests: one is about to be sent, or bytes of its body were sent.
  private enum Step: Sendable {
    case sending(HTTPRequest)
    case sent(TransferProgress)
  }

  private func open(for session: Session?) async throws(OAuthError) -> StreamedResponse {
    let (steps, writer) = AsyncStream.makeStream(of: Step.self)
    let service = try service(for: session) { writer.yield(.sending($0)) }
    // The task ends when the stream of steps is finished, and is awaited before this function returns.
    let telling = Task { await tell(steps) }
    var request = request
    if session == nil { request.headerFields[.authorization] = nil }
    let result = await Self.result(of: service, request, body, options.limit, writer)
    if Task.isCancelled { telling.cancel() }
    writer.finish()
    await telling.value
    return try result.get()
  }

  private nonisolated static func result(
    of service: AuthorizedTransport, _ request: HTTPRequest, _ body: RequestBody,
    _ limit: ResponseLimit, _ writer: AsyncStream<Step>.Continuation
  ) async -> Result<StreamedResponse, OAuthError> {
    do throws(OAuthError) {
      let response = try await service.open(request, body: body, limit: limit) { progress in
        if progress.direction == .upload { writer.yield(.sent(progress)) }
      }
      return .success(response)
    } catch {
      return .failure(error)
    }
  }

  private func service(
    for session: Session?, sees: @escaping @Sendable (HTTPRequest) -> Void
  ) throws(OAuthError) -> AuthorizedTransport {
    guard let transport else {
      throw .misused("transport", "There is neither a client nor a transport to send it with.")
    }
    let watched = WatchedTransport(transport: transport, sees: sees)
    guard let session else {
      return AuthorizedTransport(
        authorizer: Unsigned(field: request.headerFields[.authorization]),
        redirects: options.redirects, transport: watched)
    }
    return AuthorizedTransport(session, redirects: options.redirects, transport: watched)
  }

  private func tell(_ steps: AsyncStream<Step>) async {
    var address = Self.address(of: request)
    for await step in steps {
      if Task.isCancelled { return }
      switch step {
      case .sent(let progress): delegate?.connection(self, didSend: progress)
      case .sending(let request):
        let next = Self.address(of: request)
        if next != address { delegate?.connection(self, didRedirectTo: next) }
        address = next
      }
    }
  }

  private static func address(of request: HTTPRequest) -> String {
    "\(request.scheme ?? "")://\(request.authority ?? "")\(request.path ?? "")"
  }
}
