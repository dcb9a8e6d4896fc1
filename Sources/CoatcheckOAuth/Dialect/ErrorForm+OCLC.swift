// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ErrorForm {
  static func codeAndMessage(_ source: String, _ head: HTTPResponse, _ body: Data) -> OAuthError? {
    nil
  }

  static func nested(_ source: String, _ head: HTTPResponse, _ body: Data) -> OAuthError? { nil }

  static func challengeText(_ source: String, _ head: HTTPResponse, _ body: Data) -> OAuthError? {
    nil
  }

  static func xml(_ source: String, _ head: HTTPResponse, _ body: Data) -> OAuthError? { nil }
}
