// SPDX-License-Identifier: Apache-2.0

import CoatcheckTesting

/// A message that a stand-in of a gateway accepted.
public struct GatewayDelivery: Sendable, Equatable {
  /// The phone number or e-mail address, as in the request.
  public let to: String
  /// The values of the message: by the names of the variables (`code`), by their numbers (`1`, `2`), or
  /// the whole text as `text` where there is no template.
  public let values: [String: String]
  /// The identifier of the template; nil for a message without a template.
  public let template: String?
  /// The identifier that the sender gave to the message; nil when the request has no such parameter.
  public let reference: String?
}
