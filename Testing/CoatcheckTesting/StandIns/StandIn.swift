// SPDX-License-Identifier: Apache-2.0
public import CoatcheckServer
public import Foundation
import Logging
import Synchronization

/// A server that speaks the documented protocol of a service which cannot be reached in a test: closed,
/// private, or shut down. It is as strict as the real one.
///
/// ```swift
/// let standIn = try await StandIn.start(service)
/// standIn.clock.advance(by: .seconds(3600))
/// ```
public final class StandIn<Service: StandInService>: Sendable {
  /// Where it is: `http://127.0.0.1:PORT`.
  public let url: String
  /// The port it listens on.
  public let port: Int
  /// What it is.
  public let service: Service
  /// Its clock.
  public let clock: TestClock
  /// What it was asked.
  public let requests: RequestLog

  private let host: LoopbackHost
  private let faults: StandInFaults
  private let received: ReceivedRequests

  private init(
    host: LoopbackHost, service: Service, clock: TestClock, requests: RequestLog,
    faults: StandInFaults, received: ReceivedRequests
  ) {
    url = "http://127.0.0.1:\(host.port)"
    port = host.port
    self.host = host
    self.service = service
    self.clock = clock
    self.requests = requests
    self.faults = faults
    self.received = received
  }

  /// Starts a stand-in.
  ///
  /// - Parameters:
  ///   - service: What it is, with what it knows.
  ///   - port: The port to bind; 0 for any free one.
  ///   - clock: Its clock; one that stands still unless given.
  /// - Throws: When the port cannot be bound.
  public static func start(
    _ service: Service, port: Int = 0, clock: TestClock = TestClock()
  ) async throws -> StandIn {
    try await start(
      service, port: port, clock: clock, requests: RequestLog(), faults: StandInFaults(),
      received: ReceivedRequests())
  }

  private static func start(
    _ service: Service, port: Int, clock: TestClock, requests: RequestLog, faults: StandInFaults,
    received: ReceivedRequests
  ) async throws -> StandIn {
    var limits = HTTPLimits()
    limits.body = Service.maximumBodyLength
    // A busy machine takes its time over a film.
    limits.bodyDeadline = .seconds(120)
    let host = try await LoopbackHost.start(
      on: port, limits: limits, clock: clock,
      logger: Logger(label: "stand-in") { _ in SwiftLogNoOpLogHandler() }
    ) { port in
      let url = "http://127.0.0.1:\(port)"
      return { request in
        received.add(request)
        let response: ServedResponse
        if let fault = faults.next(at: request.path) {
          response = fault
        } else {
          response = await service.respond(to: request, at: url, now: clock.now)
        }
        requests.record(request, response)
        return response
      }
    }
    return StandIn(
      host: host, service: service, clock: clock, requests: requests, faults: faults,
      received: received)
  }

  /// All requests as they came, in order.
  public var all: [ServedRequest] { received.all }

  /// The requests a path has had, in order.
  public func received(_ path: String) -> [ServedRequest] {
    received.all.filter { $0.path == path }
  }

  /// Answers the next requests of a path with something else.
  ///
  /// - Parameters:
  ///   - path: The path, without a query.
  ///   - response: The answer.
  ///   - times: How often.
  public func answer(_ path: String, with response: ServedResponse, times: Int = 1) {
    faults.add(response, at: path, times: times)
  }

  /// Goes off the network: connections end, and no new one can be made.
  public func stop() async { await host.stop() }

  /// The same stand-in on the network again: on its port, with all that it knows.
  ///
  /// - Throws: When the port cannot be bound.
  public func restarted() async throws -> StandIn {
    await stop()
    return try await Self.start(
      service, port: port, clock: clock, requests: requests, faults: faults, received: received)
  }
}

/// What a stand-in is.
public protocol StandInService: Sendable {
  /// The longest body it reads, in bytes.
  static var maximumBodyLength: Int { get }

  /// Answers a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - url: Where the stand-in is.
  ///   - now: The time by its clock.
  func respond(to request: ServedRequest, at url: String, now: Date) async -> ServedResponse
}

extension StandInService {
  /// 64 KiB.
  public static var maximumBodyLength: Int { 64 << 10 }
}

/// The requests as they came.
final class ReceivedRequests: Sendable {
  private let requests = Mutex<[ServedRequest]>([])

  var all: [ServedRequest] { requests.withLock { $0 } }

  func add(_ request: ServedRequest) { requests.withLock { $0.append(request) } }
}

/// Answers that were ordered beforehand.
final class StandInFaults: Sendable {
  private let queues = Mutex<[String: [ServedResponse]]>([:])

  func add(_ response: ServedResponse, at path: String, times: Int) {
    queues.withLock {
      $0[path, default: []] += Array(repeating: response, count: times)
    }
  }

  func next(at path: String) -> ServedResponse? {
    queues.withLock { queues in
      guard queues[path]?.isEmpty == false else { return nil }
      return queues[path]?.removeFirst()
    }
  }
}
