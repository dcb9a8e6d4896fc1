// SPDX-License-Identifier: Apache-2.0

import Foundation

/// How a session loads.
open class URLSessionConfiguration: NSObject, @unchecked Sendable {
  /// A new configuration without anything on the disk.
  public class var ephemeral: URLSessionConfiguration { URLSessionConfiguration() }

  /// As in the framework: `httpShouldSetCookies`.
  public var httpShouldSetCookies = true
  /// As in the framework: `httpCookieStorage`.
  public var httpCookieStorage: HTTPCookieStorage? = HTTPCookieStorage()
  /// As in the framework: `urlCredentialStorage`.
  public var urlCredentialStorage: URLCredentialStorage? = URLCredentialStorage()
  /// As in the framework: `urlCache`.
  public var urlCache: URLCache? = URLCache()
  /// As in the framework: `requestCachePolicy`.
  public var requestCachePolicy = NSURLRequest.CachePolicy.useProtocolCachePolicy
  /// As in the framework: `timeoutIntervalForRequest`.
  public var timeoutIntervalForRequest: TimeInterval = 60
  /// As in the framework: `timeoutIntervalForResource`.
  public var timeoutIntervalForResource: TimeInterval = 7 * 86_400
  /// As in the framework: `waitsForConnectivity`.
  public var waitsForConnectivity = false

  /// Whether anything of one request could be seen by another one.
  public var keepsAnything: Bool {
    httpShouldSetCookies || httpCookieStorage != nil || urlCredentialStorage != nil
      || urlCache != nil
      || requestCachePolicy != .reloadIgnoringLocalCacheData
  }
}

/// The policies of a cache.
public enum NSURLRequest {
  /// As in the framework: `CachePolicy`.
  public enum CachePolicy: Sendable { case useProtocolCachePolicy, reloadIgnoringLocalCacheData }
}
/// Cookies.
public final class HTTPCookieStorage: Sendable {}
/// Passwords.
public final class URLCredentialStorage: Sendable {}
/// Responses.
public final class URLCache: Sendable {}

/// Sends requests.
open class URLSession: NSObject, @unchecked Sendable {
  /// What to do about a challenge.
  public enum AuthChallengeDisposition: Int, Sendable {
    case useCredential = 0
    case performDefaultHandling = 1
    case cancelAuthenticationChallenge = 2
    case rejectProtectionSpace = 3
  }

  /// As in the framework: `configuration`.
  public let configuration: URLSessionConfiguration
  private let lock = NSLock()
  private var hosts: Set<String> = []
  private var isInvalidated = false

  /// Makes one.
  public init(configuration: URLSessionConfiguration) {
    self.configuration = configuration
    super.init()
    ScriptedServers.current.opened(self)
  }

  /// Lets the tasks end, and takes no more.
  open func finishTasksAndInvalidate() {
    lock.withLock { isInvalidated = true }
    ScriptedServers.current.closed(self)
  }

  /// Whether a connection to the host is open already: only the first request has to open one.
  func connects(to host: String) -> Bool { lock.withLock { !hosts.insert(host).inserted } }

  /// Sends a request, and returns when the head of the response is there.
  public func bytes(
    for request: URLRequest, delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (AsyncBytes, URLResponse) {
    let reply = try await Loading(self, request, request.httpBody ?? Data(), delegate).run()
    return (AsyncBytes(reply), reply.response)
  }

  /// Sends a file, whose length the system announces; the response is read as a whole.
  public func upload(
    for request: URLRequest, fromFile file: URL, delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (Data, URLResponse) {
    guard let body = FileManager.default.contents(atPath: file.path) else {
      throw URLError(.init(rawValue: -1100))
    }
    let reply = try await Loading(self, request, body, delegate).run()
    guard !reply.isCut else { throw URLError(.networkConnectionLost) }
    return (reply.body, reply.response)
  }

  /// The body of a response.
  public struct AsyncBytes: AsyncSequence, Sendable {
    /// As in the framework: `Element`.
    public typealias Element = UInt8
    let reply: Loading.Reply

    init(_ reply: Loading.Reply) { self.reply = reply }

    /// As in the framework: `makeAsyncIterator()`.
    public func makeAsyncIterator() -> Iterator { Iterator(reply: reply) }

    /// As in the framework: `Iterator`.
    public struct Iterator: AsyncIteratorProtocol {
      let reply: Loading.Reply
      var position = 0

      /// As in the framework: `next()`.
      public mutating func next() async throws -> UInt8? {
        // A cancelled task gets an error of URL loading, and no CancellationError.
        if Task.isCancelled { throw URLError(.cancelled) }
        guard position < reply.body.count else {
          if reply.isCut { throw URLError(.networkConnectionLost) }
          return nil
        }
        defer { position += 1 }
        return reply.body[reply.body.startIndex + position]
      }
    }
  }
}

/// A request under way.
open class URLSessionTask: NSObject, @unchecked Sendable {}

/// What decides about a request under way.
public protocol URLSessionTaskDelegate: NSObjectProtocol, Sendable {
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge
  ) async -> (URLSession.AuthChallengeDisposition, URLCredential?)
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest
  ) async -> URLRequest?
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64,
    totalBytesSent: Int64, totalBytesExpectedToSend: Int64)
}

extension URLSessionTaskDelegate {
  /// As in the framework: `urlSession(_:task:didReceive:)`.
  public func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge
  ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
    (.performDefaultHandling, nil)
  }
  /// As in the framework: `urlSession(_:task:willPerformHTTPRedirection:newRequest:)`.
  public func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest
  ) async -> URLRequest? { request }
  /// As in the framework: `urlSession(_:task:didSendBodyData:totalBytesSent:totalBytesExpectedToSend:)`.
  public func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64,
    totalBytesSent: Int64, totalBytesExpectedToSend: Int64
  ) {}
}
