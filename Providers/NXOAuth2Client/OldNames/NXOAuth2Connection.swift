// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckNXOAuth2Client
import CoatcheckOAuth
public import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Called once at the end of a connection, with the response or an error.
public typealias NXOAuth2ConnectionResponseHandler =
  @MainActor (_ response: URLResponse?, _ responseData: Data?, _ error: (any Error)?) -> Void
/// Called when bytes of the body were sent, with the number of bytes sent and of all bytes; the latter is
/// `UInt64.max` when it is not known.
public typealias NXOAuth2ConnectionSendingProgressHandler =
  @MainActor (_ bytesSend: UInt64, _ bytesTotal: UInt64) -> Void

/// The connection of the old library, implemented by a `CallbackConnection`, which new code uses instead:
/// one request, authorized for the user of a client, or sent as it is without a client. It starts when it
/// is created.
///
/// It retains itself while it runs.
@preconcurrency
@MainActor
open class NXOAuth2Connection: NSObject {
  /// The delegate, which is not retained.
  public weak var delegate: (any NSObject & NXOAuth2ConnectionDelegate)!
  /// The body of the response so far; empty if ``savesData`` is false.
  public private(set) var data: Data! = Data()
  /// Whether ``data`` collects the body of the response.
  public var savesData = true
  /// The length in bytes that the response announces; -1 when it announces none.
  public var expectedContentLength: Int64 { response?.expectedContentLength ?? -1 }
  /// The head of the response; nil until it has arrived.
  public private(set) var response: URLResponse!
  /// The status code of the response; 0 until it has arrived.
  public var statusCode: Int { (response as? HTTPURLResponse)?.statusCode ?? 0 }
  /// A value by which the app identifies the connection.
  public var context: Any!
  /// Values by which the app identifies the connection.
  public var userInfo: [AnyHashable: Any]!
  /// The client that authorizes the request; nil for none.
  public let client: NXOAuth2Client!

  private let request: URLRequest?
  private let parameters: [AnyHashable: Any]?
  private var sendingProgressHandler: NXOAuth2ConnectionSendingProgressHandler?
  private var responseHandler: NXOAuth2ConnectionResponseHandler?
  private let surroundings: NXOAuth2Surroundings
  /// The current run. Callbacks of an earlier run are ignored.
  private var run: ConnectionRun?

  /// Creates and starts a connection with a delegate. The request is sent as it is, with the
  /// authorization of the client.
  ///
  /// New code creates a `CallbackConnection` and calls its `start()`.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - client: The client that authorizes it; nil for none.
  ///   - delegate: The delegate, which is not retained.
  public convenience init!(
    request: URLRequest!, oauthClient client: NXOAuth2Client!,
    delegate: (any NSObject & NXOAuth2ConnectionDelegate)!
  ) {
    self.init(request: request, parameters: nil, client: client)
    self.delegate = delegate
    start()
  }

  /// Creates and starts a connection with closures. The request is sent as it is, with the authorization
  /// of the client.
  ///
  /// New code calls `CallbackClient.send(_:body:options:completion:)`.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - client: The client that authorizes it; nil for none.
  ///   - finishBlock: Called once, when the whole response has arrived with a status below 400.
  ///   - failBlock: Called once with an `NSError`, when there is no response or its status is an error.
  public convenience init!(
    request: URLRequest!, oauthClient client: NXOAuth2Client!,
    finish finishBlock: (@MainActor () -> Void)!,
    fail failBlock: (@MainActor ((any Error)?) -> Void)!
  ) {
    self.init(request: request, parameters: nil, client: client)
    responseHandler = { _, _, error in
      if let error { failBlock?(error) } else { finishBlock?() }
    }
    start()
  }

  /// Creates and starts a connection with parameters and a delegate. The parameters are in the query of a
  /// `GET`, and in the body of a `POST`, `PUT` or `PATCH`: as a form if the request's `Content-Type` says
  /// so, otherwise as `multipart/form-data`.
  ///
  /// New code puts the parameters into the request or its body, for example with `RequestBody.multipart`.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - requestParameters: The parameters, by name: the values that ``NXOAuth2Request/parameters`` can
  ///     have.
  ///   - client: The client that authorizes it; nil for none.
  ///   - delegate: The delegate, which is not retained.
  public convenience init!(
    request: NSMutableURLRequest!, requestParameters: [AnyHashable: Any]!,
    oauthClient client: NXOAuth2Client!, delegate: (any NSObject & NXOAuth2ConnectionDelegate)!
  ) {
    self.init(
      request: request.map { $0 as URLRequest }, parameters: requestParameters, client: client)
    self.delegate = delegate
    start()
  }

  /// Creates and starts a connection with parameters and closures. The parameters are sent as with a
  /// delegate.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - requestParameters: The parameters, by name: the values that ``NXOAuth2Request/parameters`` can
  ///     have.
  ///   - client: The client that authorizes it; nil for none.
  ///   - sendingProgressHandler: Called when bytes of the body were sent; nil for no reports.
  ///   - responseHandler: Called once at the end, with the response or an error.
  public convenience init!(
    request: NSMutableURLRequest!, requestParameters: [AnyHashable: Any]!,
    oauthClient client: NXOAuth2Client!,
    sendingProgressHandler: NXOAuth2ConnectionSendingProgressHandler!,
    responseHandler: NXOAuth2ConnectionResponseHandler!
  ) {
    self.init(
      request: request.map { $0 as URLRequest }, parameters: requestParameters, client: client)
    self.sendingProgressHandler = sendingProgressHandler
    self.responseHandler = responseHandler
    start()
  }

  /// A connection that is never started.
  convenience init(idleFor client: NXOAuth2Client) {
    self.init(request: nil, parameters: nil, client: client)
  }

  private init(request: URLRequest?, parameters: [AnyHashable: Any]?, client: NXOAuth2Client?) {
    self.request = request
    self.parameters = parameters
    self.client = client
    surroundings = client?.surroundings ?? .current
    super.init()
  }

  /// Cancels the connection: it fails with `NSURLErrorCancelled`. Has no effect after the end.
  public func cancel() { run?.cancel() }

  /// Cancels the connection without a callback, and starts it again.
  public func retry() {
    if let before = run {
      run = nil
      before.cancel()
      NotificationCenter.default.post(name: .NXOAuth2ConnectionDidEnd, object: self)
    }
    start()
  }

  private func start() {
    (data, response) = (Data(), nil)
    let run = ConnectionRun(of: self)
    self.run = run
    NotificationCenter.default.post(name: .NXOAuth2ConnectionDidStart, object: self)
    do throws(OAuthError) {
      let (head, body) = try OldRequest(request, parameters).sent()
      var options = CallbackConnectionOptions()
      options.keepsData = .nothing
      options.transport = try transport(to: head)
      run.start(head, body, options, client)
    } catch {
      run.fail(error)
    }
  }

  /// The transport with the certificates that the delegate names for the host.
  private func transport(to head: HTTPRequest) throws(OAuthError) -> (any HTTPTransport)? {
    guard let host = request?.url?.host else { return nil }
    let rules = try ConnectionTrust.rules(for: [host], surroundings.logger) { host in
      // With a client, the delegate of the client decides.
      if let client { return client.trust(of: host) }
      guard let delegate else { return (NXOAuth2TrustModeSystem, []) }
      return (
        delegate.connection(self, trustModeForHostname: host),
        delegate.connection(self, trustedCertificatesForHostname: host) ?? []
      )
    }
    return surroundings.transport(rules)
  }

  // MARK: What the run says

  func received(_ head: HTTPResponse, _ run: ConnectionRun) {
    guard run === self.run else { return }
    var fields: [String: String] = [:]
    for field in head.headerFields { fields[field.name.rawName] = field.value }
    response = (request?.url).flatMap {
      HTTPURLResponse(
        url: $0, statusCode: head.status.code, httpVersion: "HTTP/1.1", headerFields: fields)
    }
    delegate?.oauthConnection(self, didReceive: response)
  }

  func received(_ chunk: Data, _ run: ConnectionRun) {
    guard run === self.run else { return }
    if savesData { data.append(chunk) }
    delegate?.oauthConnection(self, didReceive: chunk)
  }

  func sent(_ progress: TransferProgress, _ run: ConnectionRun) {
    guard run === self.run else { return }
    let total = progress.total.map { UInt64(clamping: $0) } ?? .max
    delegate?.oauthConnection(
      self, didSendBytes: UInt64(clamping: progress.bytes), ofTotal: total)
    sendingProgressHandler?(UInt64(clamping: progress.bytes), total)
  }

  func redirected(to address: String, _ run: ConnectionRun) {
    guard run === self.run else { return }
    delegate?.oauthConnection(self, didReceiveRedirectTo: URL(string: address))
  }

  func ended(_ error: OAuthError?, _ run: ConnectionRun) {
    guard run === self.run else { return }
    self.run = nil
    NotificationCenter.default.post(name: .NXOAuth2ConnectionDidEnd, object: self)
    if let error {
      delegate?.oauthConnection(self, didFailWithError: error.nsError)
    } else {
      delegate?.oauthConnection(self, didFinishWith: data)
    }
    responseHandler?(response, data, error?.nsError)
  }
}
