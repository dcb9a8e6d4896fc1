// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckNXOAuth2Client
import CoatcheckOAuth
public import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Is called at the end of a connection, once.
public typealias NXOAuth2ConnectionResponseHandler =
  @MainActor (_ response: URLResponse?, _ responseData: Data?, _ error: (any Error)?) -> Void
/// Is called when bytes of the body went out.
public typealias NXOAuth2ConnectionSendingProgressHandler =
  @MainActor (_ bytesSend: UInt64, _ bytesTotal: UInt64) -> Void

/// The old library's connection, over a `CallbackConnection`: one request, signed for the user of a client, or
/// sent as it is where there is no client. It is under way as soon as it is made.
///
/// It keeps itself alive while it runs, so that it need not be kept.
@preconcurrency
@MainActor
open class NXOAuth2Connection: NSObject {
  /// The delegate, which is not retained.
  public weak var delegate: (any NSObject & NXOAuth2ConnectionDelegate)!
  /// The body of the response so far, unless ``savesData`` says otherwise.
  public private(set) var data: Data! = Data()
  /// Whether the body of the response is kept.
  public var savesData = true
  /// The length that the service announced; -1 when it did not.
  public var expectedContentLength: Int64 { response?.expectedContentLength ?? -1 }
  /// The head of the response; nil until it is there.
  public private(set) var response: URLResponse!
  /// The status of the response; 0 until it is there.
  public var statusCode: Int { (response as? HTTPURLResponse)?.statusCode ?? 0 }
  /// What the app identifies the connection by.
  public var context: Any!
  /// What the app identifies the connection by.
  public var userInfo: [AnyHashable: Any]!
  /// The client that signs the request; nil for none.
  public let client: NXOAuth2Client!

  private let request: URLRequest?
  private let parameters: [AnyHashable: Any]?
  private var sendingProgressHandler: NXOAuth2ConnectionSendingProgressHandler?
  private var responseHandler: NXOAuth2ConnectionResponseHandler?
  private let surroundings: NXOAuth2Surroundings
  /// The run that is under way; what an earlier one says is not passed on.
  private var run: ConnectionRun?

  /// A connection whose request is sent as it is, but for the signature.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - client: The client that signs it; nil for none.
  ///   - delegate: The delegate, which is not retained.
  public convenience init!(
    request: URLRequest!, oauthClient client: NXOAuth2Client!,
    delegate: (any NSObject & NXOAuth2ConnectionDelegate)!
  ) {
    self.init(request: request, parameters: nil, client: client)
    self.delegate = delegate
    start()
  }

  /// A connection whose request is sent as it is, with blocks.
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

  /// A connection with parameters: in the query of a GET; of a POST, PUT or PATCH in the body, as a form where the
  /// request says so, else as `multipart/form-data`.
  public convenience init!(
    request: NSMutableURLRequest!, requestParameters: [AnyHashable: Any]!,
    oauthClient client: NXOAuth2Client!, delegate: (any NSObject & NXOAuth2ConnectionDelegate)!
  ) {
    self.init(
      request: request.map { $0 as URLRequest }, parameters: requestParameters, client: client)
    self.delegate = delegate
    start()
  }

  /// A connection with parameters and blocks.
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

  /// Cancels it: did fail follows, with `NSURLErrorCancelled`. Has no effect after the end.
  public func cancel() { run?.cancel() }

  /// Cancels it without a word, and starts it again.
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
      // The client's delegate is asked, where there is a client.
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
