// SPDX-License-Identifier: Apache-2.0
public import CoatcheckServer
public import Foundation
import Logging
import Synchronization

/// A server that implements the documented protocol of a service that a test cannot reach. It is as strict as
/// the service.
///
/// ```swift
/// let standIn = try await StandIn.start(service)
/// standIn.clock.advance(by: .seconds(3600))
/// ```
public final class StandIn<Service: StandInService>: Sendable {
  /// Its address: `http://127.0.0.1:PORT`.
  public let url: String
  /// The port it listens on.
  public let port: Int
  /// The service that it implements.
  public let service: Service
  /// Its clock.
  public let clock: TestClock
  /// The requests that it answered.
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
  ///   - service: The service to implement.
  ///   - port: The port to bind; 0 for any free one.
  ///   - clock: Its clock; by default one that only the test moves.
  /// - Throws: If the port cannot be bound.
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
    // Uploading a video takes long on a busy machine.
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

  /// All requests, in order.
  public var all: [ServedRequest] { received.all }

  /// The requests to a path, in order.
  ///
  /// - Parameter path: The path, without a query.
  public func received(_ path: String) -> [ServedRequest] {
    received.all.filter { $0.path == path }
  }

  /// Replaces the responses to the next requests to a path.
  ///
  /// - Parameters:
  ///   - path: The path, without a query.
  ///   - response: The response that is returned instead of the service's own.
  ///   - times: How many requests get it.
  public func answer(_ path: String, with response: ServedResponse, times: Int = 1) {
    faults.add(response, at: path, times: times)
  }

  /// Stops the stand-in and closes its connections.
  public func stop() async { await host.stop() }

  /// Stops the stand-in and starts it again on the same port, with the same service.
  ///
  /// - Throws: If the port cannot be bound.
  public func restarted() async throws -> StandIn {
    await stop()
    return try await Self.start(
      service, port: port, clock: clock, requests: requests, faults: faults, received: received)
  }
}

/// A service that a stand-in implements.
public protocol StandInService: Sendable {
  /// The maximum length of a request body, in bytes.
  static var maximumBodyLength: Int { get }

  /// Returns the response to a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - url: The address of the stand-in.
  ///   - now: The time by its clock.
  func respond(to request: ServedRequest, at url: String, now: Date) async -> ServedResponse
}

extension StandInService {
  /// 64 KiB.
  public static var maximumBodyLength: Int { 64 << 10 }
}

/// The received requests.
final class ReceivedRequests: Sendable {
  private let requests = Mutex<[ServedRequest]>([])

  var all: [ServedRequest] { requests.withLock { $0 } }

  func add(_ request: ServedRequest) { requests.withLock { $0.append(request) } }
}

/// Responses that a test has set for the next requests.
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
