// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckServer
import Foundation

/// What is known about a call before its own arguments are read.
struct CallContext: Sendable {
  /// What the header fields say about the caller. Everything in it is claimed, not proved.
  let caller: IDaaSCaller
  /// The application, which is registered.
  let application: TenantApplication
  /// Where the connection comes from.
  let source: SourceAddress
  /// The id of this request, for answers and logs.
  let requestID: String
  let now: Date
  /// Whether the caller knows what to do with an account that has to be confirmed.
  var canConfirm = false

  /// The language of answers and messages: `zh-CN`, `zh-TW` or `en`.
  var language: String { ResponseLanguage.known(caller.language) ?? "en" }
}
