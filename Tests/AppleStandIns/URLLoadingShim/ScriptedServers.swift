// SPDX-License-Identifier: Apache-2.0

import Foundation
import SecurityShim

/// The servers that the stand-in's sessions reach, by host, as a test scripts them.
public final class ScriptedServers: @unchecked Sendable {
  /// Those of this process.
  public static let current = ScriptedServers()

  /// What a server does with a request.
  public struct Behaviour: Sendable {
    /// The status.
    public var status = 200
    /// The header fields, in the order and case of the server.
    public var fields: [(String, String)] = []
    /// The body.
    public var body = Data()
    /// How long the body is said to be, where that is not its length.
    public var announcedLength: Int?
    /// The certificates that it shows; nil for some that the system trusts.
    public var trust: SecTrust?
    /// Whether it never answers.
    public var hangs = false

    /// Makes one.
    public init(status: Int = 200, fields: [(String, String)] = [], body: Data = Data()) {
      self.status = status
      self.fields = fields
      self.body = body
    }
  }

  /// A request that a server received.
  public struct Received: Sendable {
    /// The request.
    public let request: URLRequest
    /// The body.
    public let body: Data
    /// The fields that the program set itself and that belong to the system.
    public let reserved: [String]
    /// Whether a connection was open already.
    public let isReused: Bool
  }

  private let lock = NSLock()
  private var answers: [String: @Sendable (URLRequest, Data) async -> Behaviour] = [:]
  private var receivedRequests: [String: [Received]] = [:]
  private var open = 0
  private var keeping = 0

  /// How many sessions are open.
  public var openSessions: Int { lock.withLock { open } }

  /// How many sessions were opened that keep something of one request for another.
  public var sessionsThatKeep: Int { lock.withLock { keeping } }

  /// Scripts a host, which does the same with all requests.
  public func script(_ host: String, _ behaviour: Behaviour) { script(host) { _, _ in behaviour } }

  /// Scripts a host.
  ///
  /// - Parameters:
  ///   - host: The host.
  ///   - answer: What it does with a request and its body.
  public func script(
    _ host: String, answer: @escaping @Sendable (URLRequest, Data) async -> Behaviour
  ) {
    lock.withLock { answers[host] = answer }
  }

  /// The requests of a host.
  public func received(at host: String) -> [Received] {
    lock.withLock { receivedRequests[host] ?? [] }
  }

  /// What a host does with a request; nil when there is no such host.
  func behaviour(of host: String, for request: URLRequest, _ body: Data) async -> Behaviour? {
    await lock.withLock { answers[host] }?(request, body)
  }
  func receive(_ received: Received, at host: String) {
    lock.withLock { receivedRequests[host, default: []].append(received) }
  }
  func opened(_ session: URLSession) {
    lock.withLock {
      open += 1
      if session.configuration.keepsAnything { keeping += 1 }
    }
  }
  func closed(_ session: URLSession) { lock.withLock { open -= 1 } }
}
