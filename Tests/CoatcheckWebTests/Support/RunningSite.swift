// SPDX-License-Identifier: Apache-2.0
import CoatcheckWeb
import TestKit

/// The website of a test, with or without a framework.
protocol RunningSite: Sendable {
  /// Scheme, host and port.
  var origin: String { get }
  /// Sends requests to the site and the providers.
  var transport: any HTTPTransport { get }
  /// Starts to serve.
  func serve(_ web: WebSignIn) async throws
}

/// The frameworks in which the contract runs.
enum Framework: String, CaseIterable, CustomTestStringConvertible {
  case none
  case hummingbird
  case flyingFox

  var testDescription: String { self == .none ? "the bare core" : rawValue }

  func start() async throws -> any RunningSite {
    switch self {
    case .none: BareSite()
    case .hummingbird: try await HummingbirdSite.start()
    case .flyingFox: try await FlyingFoxSite.start()
    }
  }
}
