// SPDX-License-Identifier: Apache-2.0
import CoatcheckWeb
import TestKit

/// The website of a test, in one framework or in none.
protocol RunningSite: Sendable {
  /// Scheme, host and port.
  var origin: String { get }
  /// What reaches the site and the providers.
  var transport: any HTTPTransport { get }
  /// Starts to answer.
  func serve(_ web: WebSignIn) async throws
}

/// The frameworks in which the contract is run.
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
