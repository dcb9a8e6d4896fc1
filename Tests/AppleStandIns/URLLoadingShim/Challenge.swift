// SPDX-License-Identifier: Apache-2.0

import Foundation
import SecurityShim

/// A certificate that was shown, or a user name that is asked for.
open class URLAuthenticationChallenge: NSObject, @unchecked Sendable {
  /// As in the framework: `protectionSpace`.
  public let protectionSpace: URLProtectionSpace

  init(_ space: URLProtectionSpace) { protectionSpace = space }
}

/// What is protected.
open class URLProtectionSpace: NSObject, @unchecked Sendable {
  /// As in the framework: `host`.
  public let host: String
  /// As in the framework: `port`.
  public let port: Int
  /// As in the framework: `authenticationMethod`.
  public let authenticationMethod: String
  /// As in the framework: `serverTrust`.
  public let serverTrust: SecTrust?

  init(host: String, port: Int, method: String, trust: SecTrust?) {
    self.host = host
    self.port = port
    authenticationMethod = method
    serverTrust = trust
  }
}

/// The answer to a challenge.
open class URLCredential: NSObject, @unchecked Sendable {
  /// The certificates are trusted.
  public init(trust: SecTrust) {}
}

/// A server has shown certificates.
public let NSURLAuthenticationMethodServerTrust = "NSURLAuthenticationMethodServerTrust"
/// A server asks for a name and a password.
public let NSURLAuthenticationMethodHTTPBasic = "NSURLAuthenticationMethodHTTPBasic"
