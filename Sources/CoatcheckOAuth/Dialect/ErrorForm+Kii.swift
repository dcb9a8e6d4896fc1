// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ErrorForm {
  static func errorCode(_ source: String, _ head: HTTPResponse, _ body: Data) -> OAuthError? {
    nil
  }
}
