// SPDX-License-Identifier: Apache-2.0
import CoatcheckServer
import HTTPTypes
import Synchronization

/// A responder that is replaced while requests are answered: each request is answered by one of them from
/// beginning to end.
final class LiveResponder: Sendable {
  /// Makes a responder for a configuration. It throws when the configuration cannot be used.
  typealias Builder = @Sendable (ServerConfiguration) throws -> Responder

  private struct State {
    var configuration: ServerConfiguration
    var build: Builder?
    var responder: Responder?
  }

  private let state: Mutex<State>

  /// - Parameter configuration: What the first responder is made for.
  init(_ configuration: ServerConfiguration) {
    state = Mutex(State(configuration: configuration))
  }

  /// Makes the first responder, and keeps the builder for later ones.
  ///
  /// - Returns: A responder that passes each request to the newest one.
  /// - Throws: What the builder throws.
  func start(_ build: @escaping Builder) throws -> Responder {
    try state.withLock { state in
      state.responder = try build(state.configuration)
      state.build = build
    }
    return { [self] request in
      guard let responder = state.withLock({ $0.responder }) else {
        return ServedResponse(head: .init(status: .serviceUnavailable))
      }
      return await responder(request)
    }
  }

  /// Makes a new responder, which does not answer requests yet.
  ///
  /// - Returns: The responder; nil before ``start(_:)``.
  /// - Throws: What the builder throws.
  func prepared(for configuration: ServerConfiguration) throws -> Responder? {
    try state.withLock { try $0.build?(configuration) }
  }

  /// Has a new responder answer the requests from now on.
  ///
  /// - Parameters:
  ///   - responder: What ``prepared(for:)`` made.
  ///   - configuration: What it was made for.
  /// - Throws: What the builder throws, if the first responder was made meanwhile; then that one stays.
  func replace(with responder: Responder?, for configuration: ServerConfiguration) throws {
    try state.withLock { state in
      // Before the first one was made, it is made for this configuration.
      if let build = state.build { state.responder = try responder ?? build(configuration) }
      state.configuration = configuration
    }
  }
}
