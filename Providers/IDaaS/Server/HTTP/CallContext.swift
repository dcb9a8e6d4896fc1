// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckServer
import Foundation

/// What is known about a call before its own arguments are read.
struct CallContext: Sendable {
  /// The header fields about the client. They are claims that are not verified.
  let caller: IDaaSCaller
  /// The registered application of the client id.
  let application: TenantApplication
  /// Where the connection comes from.
  let source: SourceAddress
  /// The id of this request, for answers and logs.
  let requestID: String
  let now: Date
  /// Whether the client supports the status `confirmLink`, with an account that the user has to confirm.
  var canConfirm = false

  /// The language of answers and messages: `zh-CN`, `zh-TW` or `en`.
  var language: String { ResponseLanguage.known(caller.language) ?? "en" }
}
