// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The domain of the errors.
public let ASWebAuthenticationSessionErrorDomain =
  "com.apple.AuthenticationServices.WebAuthenticationSession"

/// Why a session ended.
public struct ASWebAuthenticationSessionError: Error, CustomNSError {
  /// The codes.
  public enum Code: Int, Sendable {
    case canceledLogin = 1
    #if APPLE_SHIM_TVOS || APPLE_SHIM_WATCHOS
      // The system uses these codes, but its SDK does not name them.
      case unnamed2 = 2
      case unnamed3 = 3
    #else
      case presentationContextNotProvided = 2
      case presentationContextInvalid = 3
    #endif
  }

  /// The code.
  public let code: Code
  /// What the system adds.
  public let userInfo: [String: Any]

  /// An error.
  public init(_ code: Code, userInfo: [String: Any] = [:]) {
    self.code = code
    self.userInfo = userInfo
  }

  /// The domain.
  public static var errorDomain: String { ASWebAuthenticationSessionErrorDomain }
  /// The code.
  public var errorCode: Int { code.rawValue }
  /// What the system adds.
  public var errorUserInfo: [String: Any] { userInfo }
}

extension ASWebAuthenticationSessionError: @unchecked Sendable {}
